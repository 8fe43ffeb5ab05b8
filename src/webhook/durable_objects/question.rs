//! What an object is asked, by the URL of a request.

/// A question such as `https://durable.invalid/settle/60000?id=7`.
pub(super) struct Question<'a> {
    /// Its name, the first segment of the path.
    pub name: &'a str,
    /// The second segment of the path.
    pub argument: &'a str,
    pub id: &'a str,
}

impl<'a> Question<'a> {
    pub fn of(url: &'a str) -> Self {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let target = rest.split_once('/').map_or("", |(_, target)| target);
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let (name, argument) = path.split_once('/').unwrap_or((path, ""));
        let id = query.split('&').find_map(|pair| pair.strip_prefix("id=")).unwrap_or_default();
        Self { name, argument, id }
    }
}

#[cfg(test)]
mod tests {
    use super::Question;

    #[test]
    fn questions_are_read_from_urls() {
        for (url, expected) in [
            ("https://durable.invalid/claim?id=-7", ("claim", "", "-7")),
            ("https://durable.invalid/settle/60000?soon=1&id=8", ("settle", "60000", "8")),
            ("https://durable.invalid", ("", "", "")),
        ] {
            let Question { name, argument, id } = Question::of(url);
            assert_eq!((name, argument, id), expected);
        }
    }
}
