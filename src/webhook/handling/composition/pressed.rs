//! Handlers of presses of buttons with typed data.

use super::handler::{Handled, Handler, handled};
use crate::client::{MaybeSend, MaybeSync};
use crate::types::CallbackQuery;
use crate::webhook::handling::context::Context;
use crate::webhook::handling::shared::Shared;
use crate::webhook::{CallbackData, Reply};

/// Creates a handler of presses of the buttons of a type with `#[derive(CallbackData)]`.
///
/// ```
/// use botwire::methods::EditMessageText;
/// use botwire::webhook::{CallbackData, Handler, pressed};
///
/// #[derive(CallbackData)]
/// struct Turn {
///     index: u32,
/// }
///
/// let handler: Handler = pressed(async |query, turn: Turn, _| {
///     let next = Turn { index: turn.index + 1 }.button("Next");
///     let edit = EditMessageText::of_query(&query, format!("Page {}", turn.index))?;
///     Some(edit.reply_markup(botwire::types::InlineKeyboardMarkup::new([[next]])))
/// });
/// ```
///
/// It passes all other updates. The query is answered if the function did not. The press of a button that was made with other fields
/// is answered with [`CallbackData::OLD`], and the function is not called.
#[must_use]
pub fn pressed<E, D, F>(run: impl Fn(CallbackQuery, D, Context<E>) -> F + MaybeSend + MaybeSync + 'static) -> Handler<E>
where
    E: Clone + MaybeSend + 'static,
    D: CallbackData + MaybeSend + 'static,
    F: Future<Output: Reply> + MaybeSend + 'static,
{
    let run = Shared::new(run);
    Handler::new(move |update, context| {
        let (run, delivery) = (run.clone(), context.delivery.clone());
        Box::pin(async move {
            let Some(query) = update.callback_query.as_deref() else { return Handled::Passed(update, context) };
            let data = match D::parse(query.data.as_deref().unwrap_or_default()) {
                Ok(Some(data)) => data,
                Ok(None) => return Handled::Passed(update, context),
                Err(_) => return Handled::Done(query.answer().text(D::OLD).into_call()),
            };
            let answer = query.answer();
            let done = match handled(run(query.clone(), data, context.clone()).await, update, context) {
                Handled::Done(Ok(call)) => call,
                other => return other,
            };
            let is_answer = done.as_ref().is_some_and(|call| call.method() == "answerCallbackQuery");
            if is_answer || delivery.is_answered() {
                return Handled::Done(Ok(done));
            }
            // Without another call, the answer is the response.
            let Some(call) = done else { return Handled::Done(answer.into_call()) };
            let answered = delivery.answer(answer.into()).await;
            Handled::Done(answered.map(|()| Some(call)).map_err(Into::into))
        })
    })
}
