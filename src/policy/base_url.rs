//! Where the service is: its base URL, and the token in it.

use std::net::Ipv4Addr;

/// The base URL without a slash at its end.
///
/// # Errors
/// What is wrong with it, in words that show nothing of it: it may hold the token.
pub fn base_url(url: &str, allow_http: bool) -> Result<String, &'static str> {
    let no_url = "a String that is not a URL";
    let (scheme, rest) = url.split_once("://").ok_or(no_url)?;
    if url.contains(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '\\') {
        return Err(no_url);
    }
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    if url.contains(['?', '#']) || authority.contains('@') {
        return Err("a URL with more than a path");
    }
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        _ => (authority, "0"),
    };
    if host.is_empty() || port.parse::<u16>().is_err() {
        return Err(no_url);
    }
    let host = host.to_ascii_lowercase();
    match scheme.to_ascii_lowercase().as_str() {
        "https" => {}
        "http" if allow_http || is_loopback(&host) => {}
        "http" => return Err("http:, which needs Bot::without_tls beyond this machine"),
        _ => return Err("another scheme"),
    }
    let slash = if path.is_empty() { "" } else { "/" };
    Ok([&scheme.to_ascii_lowercase(), "://", authority, slash, path].concat().trim_end_matches('/').to_owned())
}

/// Whether the host, in lower case, is this machine.
#[must_use]
pub fn is_loopback(host: &str) -> bool {
    let is_ipv4 = host.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback());
    is_ipv4 || host == "localhost" || host.ends_with(".localhost") || host == "[::1]"
}

/// Whether it is a token: visible ASCII without what would end a segment of the URL's path or be read as an escape.
#[must_use]
pub fn is_token(token: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_graphic() && !b"/?#%\\".contains(&byte);
    !token.is_empty() && token.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::base_url;

    #[test]
    fn a_base_url_is_https_or_local() {
        let good = [
            ("https://service.example", "https://service.example"),
            ("HTTPS://Service.example:8443/a/b//", "https://Service.example:8443/a/b"),
            ("http://localhost:1", "http://localhost:1"),
            ("http://127.1.2.3/", "http://127.1.2.3"),
            ("http://[::1]:8080/x/", "http://[::1]:8080/x"),
            ("https://bücher.example/a@b", "https://bücher.example/a@b"),
            ("https://[2001:db8::1]/x", "https://[2001:db8::1]/x"),
        ];
        for (given, expected) in good {
            assert_eq!(base_url(given, false).as_deref(), Ok(expected));
        }
        for bad in [
            "",
            "https:",
            "https://",
            "https:///x",
            "service.example",
            "ftp://service.example",
            "https://a b",
            "https://a:b",
            "https://a:99999",
            "https://a\\b",
            "https://user@a",
            "https://a?b",
            "https://a#b",
            "http://a",
            "http://127.0.0.1.service.example",
            "http://localhost.example",
            "http://127.1",
        ] {
            assert!(base_url(bad, false).is_err(), "{bad}");
        }
        assert_eq!(base_url("http://service.example", true).as_deref(), Ok("http://service.example"));
    }
}
