//! The section Inline mode: the answers of bots, with the checks of their results.
//!
//! Unspecified behavior: a query may be answered again while it is known. A negative `cache_time` is 0. For the cache,
//! a query from another location is a different query. Only the MIME type of a `thumb_url` is checked. An empty
//! `switch_pm_text` is not a button, and is refused together with a `switch_pm_parameter`.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::emulator::prelude::*;
use crate::emulator::rules::Offer;

pub fn answer_inline_query(service: &mut Service, bot: i64, method: AnswerInlineQuery) -> Result<True> {
    let now = service.now();
    let mut seen = BTreeSet::new();
    for offer in method.results.iter().map(Offer::of) {
        refuse_if(!seen.insert(offer.id.clone()), "result identifiers must be unique")?;
        service.check_offer(bot, &offer)?;
    }
    let is_blank = method.switch_pm_text.as_deref() == Some("") && method.switch_pm_parameter.is_some();
    refuse_if(is_blank, "switch_pm_text must be non-empty")?;
    let query = service.asked(bot, &method.inline_query_id)?;
    let Asks::Inline { typed, answer } = &mut query.asks else { return Err(too_old()) };
    let some = |text: Option<String>| text.filter(|text| !text.is_empty());
    let results = Arc::new(InlineResults {
        results: method.results,
        next_offset: some(method.next_offset),
        switch_pm_text: some(method.switch_pm_text),
        switch_pm_parameter: some(method.switch_pm_parameter),
    });
    *answer = Some(results.clone());
    let key = typed.key(bot, (method.is_personal == Some(true)).then_some(query.user));
    let cache_time = method.cache_time.unwrap_or(300).max(0);
    if cache_time > 0 {
        service.state.queries.inline.insert_until(key, results, now, now.after_seconds(cache_time));
    }
    Ok(True)
}
