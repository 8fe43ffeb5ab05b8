//! Answers that are kept for a while: by the service for inline queries, by clients for callbacks.

use super::clock::Time;
use super::map::Map;
use super::names::Names;
use super::stored::stored;

/// Answers as JSON text by their keys. What is over goes when something is kept.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    /// Until when, its number among the ends, and the answer.
    answers: Names<(Time, u64, String)>,
    ends: Map<(Time, u64), String>,
    last: u64,
}
stored! { Kept { answers, ends, last } }

impl Kept {
    /// The answer of that key, while it is kept.
    pub fn get(&self, key: &str, now: Time) -> Option<&str> {
        self.answers.get(key).filter(|(until, ..)| *until > now).map(|(.., answer)| answer.as_str())
    }

    /// Keeps an answer, in place of an earlier one of the key.
    pub fn keep(&mut self, key: String, answer: String, now: Time, until: Time) {
        while let Some(end) = self.ends.first_key().filter(|(end, _)| *end <= now) {
            let gone = self.ends.remove(&end).unwrap_or_default();
            self.answers.remove(&gone);
        }
        if let Some((end, number, _)) = self.answers.get(&key) {
            self.ends.remove(&(*end, *number));
        }
        self.last += 1;
        self.ends.insert((until, self.last), key.clone());
        self.answers.insert(key, (until, self.last, answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_end_and_go() {
        let mut kept = Kept::default();
        let at = Time::from_millis;
        for number in 0..1000 {
            let key = (number % 100).to_string();
            kept.keep(key, number.to_string(), at(number), at(number + 50));
            assert!(kept.ends.len() <= 50 && kept.answers.get("x").is_none());
        }
        assert_eq!(kept.get("99", at(1048)), Some("999"));
        assert_eq!(kept.get("99", at(1049)), None);
        for number in 0..10 {
            kept.keep("same".into(), number.to_string(), at(2000), at(9000));
        }
        assert_eq!((kept.ends.len(), kept.get("same", at(8999))), (1, Some("9")));
    }
}
