//! The section Callback answers.
//!
//! Unspecified behavior: a query may be answered again, and the later answer counts. A negative `cache_time` is 0.
//! An answer is refused after [`Options::callback_timeout`](crate::emulator::Options::callback_timeout).

use crate::emulator::prelude::*;

pub fn answer_callback_query(service: &mut Service, bot: i64, method: AnswerCallbackQuery) -> Result<True> {
    let (now, timeout) = (service.now(), service.options.callback_timeout);
    let username = service.bot(bot)?.username().to_owned();
    let query = service.asked(bot, &method.callback_query_id)?;
    let Asks::Callback { asked, button, answer } = &mut query.asks else { return Err(too_old()) };
    if now.since(*asked) > timeout.saturating_mul(SECOND) {
        return Err(too_old());
    }
    let [text, url] = [method.text, method.url].map(|text| text.filter(|text| !text.is_empty()));
    // A deep link has the form `{share_url}/<bot_username>?start=<parameter>`.
    let is_deep_link = |url: &String| {
        let (page, query) = url.split_once('?').unwrap_or_default();
        let name = page.rsplit('/').next().unwrap_or_default();
        name.eq_ignore_ascii_case(&username) && query.strip_prefix("start=").is_some_and(|start| !start.is_empty())
    };
    let is_foreign = button.data.is_some() && url.as_ref().is_some_and(|url| !is_deep_link(url));
    refuse_if(is_foreign, "URL is invalid: only a game's button or a deep link to the bot opens one")?;
    let cache_time = method.cache_time.unwrap_or(0).max(0);
    let answered = CallbackAnswer { text, show_alert: method.show_alert == Some(true), url, cache_time };
    *answer = Some(answered.clone());
    if cache_time > 0 {
        let key = button.key(query.user);
        service.state.queries.callbacks.insert_until(key, answered, now, now.after_seconds(cache_time));
    }
    Ok(True)
}
