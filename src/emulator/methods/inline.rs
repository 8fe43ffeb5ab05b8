//! The section Inline mode: the answers of bots, with the checks of their results.
//!
//! Where the specification is silent: a query may be answered again while it is known, a negative `cache_time` is 0, and a
//! query at another place is another one for the cache. Pictures behind `thumb_url` are never fetched, so their types do
//! not matter.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::call::MethodCall;
use crate::emulator::clock::SECOND;
use crate::emulator::refusal::Refusal;
use crate::emulator::rules::offer::Offer;
use crate::emulator::state::query::{Asks, InlineResults, too_old};
use crate::methods::AnswerInlineQuery;
use crate::types::True;

/// `cache_time` of answerInlineQuery when absent, in seconds.
const CACHE_TIME: i64 = 300;

pub(super) fn answer_inline_query(call: &mut MethodCall<'_>, method: AnswerInlineQuery) -> Result<True, Refusal> {
    let MethodCall { service, caller, .. } = call;
    let mut seen = BTreeSet::new();
    for offer in method.results.iter().map(Offer::of) {
        if !seen.insert(offer.id) {
            return Err(Refusal::bad_request("result identifiers must be unique"));
        }
        service.check_offer(caller.bot, &offer)?;
    }
    let query = service.asked(caller.now, caller.bot, &method.inline_query_id)?;
    let Asks::Inline { typed, answer } = &mut query.asks else { return Err(too_old()) };
    let some = |text: Option<String>| text.filter(|text| !text.is_empty());
    let results = Arc::new(InlineResults {
        results: method.results,
        next_offset: some(method.next_offset),
        switch_pm_text: some(method.switch_pm_text),
        switch_pm_parameter: some(method.switch_pm_parameter),
    });
    *answer = Some(results.clone());
    let user = (method.is_personal == Some(true)).then_some(query.user);
    let key = typed.key(caller.bot, user);
    let cache_time = method.cache_time.unwrap_or(CACHE_TIME).max(0);
    if cache_time > 0 {
        let until = caller.now.after(cache_time.saturating_mul(SECOND));
        service.state.queries.inline.keep(key, results, caller.now, until);
    }
    Ok(True)
}
