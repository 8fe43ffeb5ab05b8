//! Assertions for tests. A failure shows the latest entries of the log.

#![allow(clippy::panic)] // tests fail by panicking

use std::fmt::Display;

use serde_json::Value;

use super::{Emulator, EmulatorUser};
use crate::emulator::Seen;

impl EmulatorUser {
    /// Asserts that the [next message](EmulatorUser::next_message) of the bot has this text.
    ///
    /// ```
    /// use botwire::emulator::{Emulator, NewUser};
    /// use botwire::methods::SendMessage;
    ///
    /// let emulator = Emulator::new();
    /// let alice = emulator.user(NewUser::default())?;
    /// alice.write("/start")?;
    /// emulator.bot().call(SendMessage::new(alice.id(), "Hello"))?;
    /// alice.assert_text("Hello");
    /// alice.assert_nothing();
    /// # Ok::<(), botwire::emulator::Refusal>(())
    /// ```
    ///
    /// # Panics
    /// If there is no message, or one with another text or caption. The panic shows the latest entries of the log.
    #[track_caller]
    #[allow(clippy::must_use_candidate)] // a test may need the assertion only
    pub fn assert_text(&self, expected: impl Display) -> Seen {
        let expected = expected.to_string();
        let Some(seen) = self.next_message() else { self.fail(&format!("expected {expected:?}, got no message")) };
        let message = &seen.message;
        match message.text.as_ref().or(message.caption.as_ref()) {
            Some(text) if *text == expected => seen,
            Some(text) => self.fail(&format!("expected {expected:?}, got {text:?}")),
            None => self.fail(&format!("expected {expected:?}, got a message without a text")),
        }
    }

    /// Asserts that there is no [next message](EmulatorUser::next_message) of the bot.
    ///
    /// # Panics
    /// If there is one. The panic shows the latest entries of the log.
    #[track_caller]
    pub fn assert_nothing(&self) {
        if let Some(seen) = self.next_message() {
            let text = seen.message.text.or(seen.message.caption);
            self.fail(&format!(
                "expected no message, got {}",
                text.map_or("one without a text".into(), |text| format!("{text:?}"))
            ));
        }
    }

    #[track_caller]
    fn fail(&self, what: &str) -> ! {
        panic!("{} ({}): {what}; {}", self.user().first_name, self.id(), self.world.end_of_log())
    }
}

impl Emulator {
    /// Asserts which methods were called since the start, in order.
    ///
    /// ```
    /// use botwire::emulator::Emulator;
    /// use botwire::methods::GetMe;
    ///
    /// let emulator = Emulator::new();
    /// emulator.bot().call(GetMe::new())?;
    /// emulator.assert_methods(["getMe"]);
    /// # Ok::<(), botwire::emulator::Refusal>(())
    /// ```
    ///
    /// Includes calls in the response of a webhook.
    ///
    /// # Panics
    /// If other methods were called. The panic shows the latest entries of the log.
    #[track_caller]
    pub fn assert_methods<M: AsRef<str>>(&self, expected: impl IntoIterator<Item = M>) {
        let expected: Vec<String> = expected.into_iter().map(|name| name.as_ref().to_owned()).collect();
        let calls = self.log(0).into_iter().filter(|entry| entry.get("kind").is_some_and(|kind| kind == "call"));
        let called: Vec<String> = calls.filter_map(|entry| Some(entry.get("method")?.as_str()?.to_owned())).collect();
        assert!(called == expected, "expected calls of {expected:?}, got {called:?}; {}", self.world.end_of_log());
    }

    /// Asserts that no call was refused and no delivery failed.
    ///
    /// # Panics
    /// If one was. The panic shows the latest entries of the log.
    #[track_caller]
    pub fn assert_no_failures(&self) {
        let log = self.world.end_of_log();
        let failed = self.log(0).into_iter().find(|entry| entry.get("status").and_then(Value::as_u64) != Some(200));
        assert!(failed.is_none(), "expected no failure; {log}");
    }
}
