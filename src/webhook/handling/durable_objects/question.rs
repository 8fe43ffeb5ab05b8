//! Parses the question to an object from the URL of a request.

use percent_encoding::percent_decode_str;

/// A question such as `https://durable.invalid/settle?key=1%3Aupdate%3A7&owner=3f&ms=60000`.
pub(super) struct Question<'a> {
    /// Its name, the path.
    pub name: &'a str,
    query: &'a str,
}

impl<'a> Question<'a> {
    pub fn of(url: &'a str) -> Self {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let target = rest.split_once('/').map_or("", |(_, target)| target);
        let (name, query) = target.split_once('?').unwrap_or((target, ""));
        Self { name, query }
    }

    /// Returns the value of a parameter, or an empty text if it is absent.
    pub fn text(&self, name: &str) -> String {
        let value = self.query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name);
        // `URLSearchParams` of the npm package writes a space as `+`.
        let value = value.map_or("", |(_, value)| value).replace('+', "%20");
        percent_decode_str(&value).decode_utf8_lossy().into_owned()
    }

    /// Returns the parameter `place`.
    pub fn place(&self) -> Option<i64> {
        self.text("place").parse().ok()
    }

    /// Returns the parameter `attempts`, or 0.
    pub fn attempts(&self) -> u32 {
        self.text("attempts").parse().unwrap_or_default()
    }

    /// Returns the parameter `ms` if it is a whole number of milliseconds.
    pub fn ms(&self) -> Option<f64> {
        let ms: u64 = self.text("ms").parse().ok()?;
        #[allow(clippy::cast_precision_loss)] // far beyond every date
        Some(ms as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::Question;

    #[test]
    fn questions_are_read_from_urls() {
        for (url, expected) in [
            (
                "https://durable.invalid/claim?key=1%3Aturn%3A%C3%A9%26&ms=5&place=-7",
                ("claim", "1:turn:é&", Some(-7), Some(5.0)),
            ),
            ("https://durable.invalid/settle?ms=60000&x=1&key=8", ("settle", "8", None, Some(60_000.0))),
            ("https://durable.invalid/read?key=a+b%2B%20c", ("read", "a b+ c", None, None)),
            ("https://durable.invalid", ("", "", None, None)),
        ] {
            let question = Question::of(url);
            assert_eq!((question.name, &*question.text("key"), question.place(), question.ms()), expected);
        }
    }

    #[test]
    fn only_whole_milliseconds_are_a_time() {
        for ms in ["", "-1", "1.5", "NaN", "inf", "Infinity", "1e3", "99999999999999999999999"] {
            assert_eq!(Question::of(&format!("https://durable.invalid/claim?key=1&ms={ms}")).ms(), None, "{ms}");
        }
        assert_eq!(Question::of("https://durable.invalid/claim?ms=0").ms(), Some(0.0));
    }

    #[test]
    fn attempts_are_zero_unless_they_are_counted() {
        for (query, attempts) in [("", 0), ("attempts=3", 3), ("attempts=-1", 0), ("attempts=x", 0)] {
            assert_eq!(Question::of(&format!("https://durable.invalid/release?{query}")).attempts(), attempts);
        }
    }
}
