//! A function of the bot for each method, such as `bot.send_message(42, "hi")`.

#![allow(clippy::wildcard_imports)] // the functions take many types

use super::bot::Bot;
use super::call::Call;
use crate::methods::{Method, Sender, functions_of_bot};
use crate::types::*;

impl Sender for Bot {
    type Call<T> = Call<T>;

    fn send_method<M: Method>(&self, method: M) -> Call<M::Output> {
        self.send(method)
    }
}

impl Bot {
    functions_of_bot!();
}
