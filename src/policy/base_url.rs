//! Validates the base URL of the service, and the bot's token in it.
//!
//! The grammar is stricter than the URL standard. Platforms resolve spellings such as `127.1`, `\`, `%2e%2e` and letters
//! beyond ASCII to another URL, each in its own way, so they are refused: the base URL is what every transport calls.

/// Describes a valid base URL in error messages.
pub const BASE_URL: &str = "an https: URL in ASCII without spaces, credentials, query and fragment";

/// Describes a valid token in error messages.
pub const TOKEN: &str = "visible ASCII characters other than / ? # % \\";

/// Characters of a path, besides letters and digits, that no platform escapes.
const IN_PATH: &[u8] = b"/-._~!$&'()*+,;=:@%";

/// Labels of this length or more are not shown: they may be the secret of a token, which has 35 letters.
const HIDDEN_FROM: usize = 30;

/// Returns the base URL without a slash at its end, with scheme and host in lower case.
///
/// # Errors
/// Describes the text by its scheme and host. Everything else may contain the token.
pub fn base_url(url: &str, allow_http: bool) -> Result<String, String> {
    let Some((scheme, host, rest)) = parse(url).filter(|(_, _, rest)| is_path(rest)) else {
        return Err(harmless_part(url, ""));
    };
    // A DNS server may resolve a name below `localhost` elsewhere.
    let is_local = is_loopback(&host) && !host.ends_with(".localhost");
    let is_allowed = allow_http || scheme.eq_ignore_ascii_case("https") || is_local;
    if !is_allowed {
        return Err(harmless_part(url, " (see Bot::without_tls)"));
    }
    let (origin, _) = url.split_at_checked(url.len() - rest.len()).unwrap_or_default();
    Ok([&origin.to_ascii_lowercase(), rest.trim_end_matches('/')].concat())
}

/// Describes a rejected base URL by its scheme, its host, and the reason.
fn harmless_part(url: &str, hint: &str) -> String {
    let text = url.trim_start_matches(is_space);
    let is_scheme = |scheme: &str| scheme.bytes().all(|byte| is_word(byte) && byte != b'-');
    let (scheme, after) = match text.split_once("://").filter(|(scheme, _)| is_scheme(scheme)) {
        Some((scheme, after)) => ([scheme, "://"].concat(), after),
        None => (String::new(), text),
    };
    let is_end = |letter: char| "/?#".contains(letter) || is_space(letter);
    let (authority, rest) = after.split_at_checked(after.find(is_end).unwrap_or(after.len())).unwrap_or_default();
    let (credentials, host) =
        authority.rsplit_once('@').map_or((None, authority), |(before, host)| (Some(before), host));
    if !is_shown(host) {
        return [if url.is_empty() { "an empty String" } else { "a different String" }, hint].concat();
    }
    let wrong = if has_space(url) {
        " with a space"
    } else if scheme.is_empty() {
        " without a scheme"
    } else if credentials.is_some() {
        " with credentials"
    } else if rest.contains('?') {
        " with a query"
    } else if rest.contains('#') {
        " with a fragment"
    } else {
        hint
    };
    format!("\"{scheme}{host}\"{wrong}")
}

/// Returns true if the host and port cannot contain a token or its secret: `localhost`, an IPv6 address, or a name with
/// a dot whose labels are all shorter than a secret.
fn is_shown(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.len() <= 5 && is_digits(port) && !port.starts_with('0') => name,
        _ => host,
    };
    let is_address =
        |inner: &str| !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b':');
    let mut labels = name.strip_suffix('.').unwrap_or(name).split('.');
    name.eq_ignore_ascii_case("localhost")
        || name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).is_some_and(is_address)
        || (labels.clone().count() > 1
            && labels.all(|label| (1..HIDDEN_FROM).contains(&label.len()) && label.bytes().all(is_word)))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_space(letter: char) -> bool {
    letter <= ' '
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_".contains(&byte)
}

/// Returns true if the URL has a space or a control character. Platforms remove or escape them, which changes the URL.
#[must_use]
pub(crate) fn has_space(url: &str) -> bool {
    url.bytes().any(|byte| byte <= b' ' || byte == 0x7f)
}

/// Returns true if this is an HTTP URL on this machine, with any path and query.
#[must_use]
pub fn is_local(url: &str) -> bool {
    !has_space(url) && parse(url).is_some_and(|(_, host, _)| is_loopback(&host))
}

/// Returns true if this is an HTTP URL whose host always resolves to this machine. A DNS server may resolve a name
/// below `localhost` elsewhere.
#[cfg(feature = "emulator")]
#[must_use]
pub(crate) fn is_this_machine(url: &str) -> bool {
    is_local(url) && parse(url).is_some_and(|(_, host, _)| !host.ends_with(".localhost"))
}

/// Splits a URL into its scheme, its authority, and the rest, unchanged.
pub(crate) fn split(url: &str) -> Option<(&str, &str, &str)> {
    let (scheme, after) = url.split_once("://")?;
    let (authority, rest) = after.split_at_checked(after.find(['/', '?', '#']).unwrap_or(after.len()))?;
    Some((scheme, authority, rest))
}

/// Splits an HTTP URL into its scheme, its host in lower case, and the part after the port.
fn parse(url: &str) -> Option<(&str, String, &str)> {
    let (scheme, authority, rest) = split(url)?;
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port),
        _ => (authority, "1"),
    };
    let host = host.to_ascii_lowercase();
    let is_http = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    (is_http && is_port(port) && is_host(&host)).then_some((scheme, host, rest))
}

/// Returns true for a port above 0 without leading zeros.
fn is_port(port: &str) -> bool {
    port.starts_with(|first: char| matches!(first, '1'..='9')) && port.parse::<u16>().is_ok()
}

fn is_host(host: &str) -> bool {
    if let Some(address) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return is_ipv6(address);
    }
    let mut labels = host.strip_suffix('.').unwrap_or(host).split('.');
    if labels.clone().next_back().is_some_and(is_number) {
        return is_ipv4(host);
    }
    labels.all(|label| !label.is_empty() && label.bytes().all(is_word))
}

/// Returns true for four numbers up to 255, without leading zeros. The parsers of the standard library would add 1 kB.
fn is_ipv4(host: &str) -> bool {
    let is_byte = |part: &str| is_digits(part) && (part == "0" || !part.starts_with('0')) && part.parse::<u8>().is_ok();
    host.split('.').count() == 4 && host.split('.').all(is_byte)
}

/// Returns true for eight groups of one to four hexadecimal digits. `::` may replace one or more groups. An IPv4 address within
/// an IPv6 address can be spelled in two ways, so it is refused.
fn is_ipv6(address: &str) -> bool {
    let is_group = |group: &str| (1..=4).contains(&group.len()) && group.bytes().all(|byte| byte.is_ascii_hexdigit());
    let count = |groups: &str| groups.split(':').all(is_group).then(|| groups.split(':').count());
    match address.split_once("::") {
        Some((before, after)) => {
            let count = |groups: &str| if groups.is_empty() { Some(0) } else { count(groups) };
            count(before).zip(count(after)).is_some_and(|(before, after)| before + after < 8)
        }
        None => count(address) == Some(8),
    }
}

/// Returns true if platforms parse a host that ends in this label as an IPv4 address.
fn is_number(label: &str) -> bool {
    match label.strip_prefix("0x") {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => is_digits(label),
    }
}

/// Returns true if the part after the origin is a path that no platform rewrites.
fn is_path(rest: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || IN_PATH.contains(&byte);
    let is_dots = |segment: &str| matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | "..");
    rest.bytes().all(is_plain) && !rest.split('/').any(is_dots)
}

/// Returns true if the host, in lower case, is this machine.
fn is_loopback(host: &str) -> bool {
    (is_ipv4(host) && host.starts_with("127."))
        || host == "localhost"
        || host.ends_with(".localhost")
        || host == "[::1]"
}

/// Returns true if the token has only visible ASCII characters, and none that ends a URL segment or starts an escape.
#[must_use]
pub fn is_token(token: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_graphic() && !b"/?#%\\".contains(&byte);
    !token.is_empty() && token.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use super::{is_ipv4, is_ipv6};

    #[test]
    fn addresses_are_those_of_the_standard_library() {
        for text in ["0.0.0.0", "255.9.10.100", "127.0.0.1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.1.1.1", "00.1.1.1"]
        {
            assert_eq!(is_ipv4(text), text.parse::<Ipv4Addr>().is_ok(), "{text}");
        }
        for text in
            ["+1.1.1.1", "-1.1.1.1", "1..1.1", "1.1.1.", ".1.1.1", "1.1.1.1.", "", "a.1.1.1", "0x1.1.1.1", "1111.1.1.1"]
        {
            assert!(!is_ipv4(text) && text.parse::<Ipv4Addr>().is_err(), "{text}");
        }
        // All texts of up to nine groups, in which some are empty, too long or not hexadecimal.
        for groups in 1..=9_u32 {
            for choice in 0..3_usize.pow(groups) {
                let digit = |place| ["", "f", "12aB"].get(choice / 3_usize.pow(place) % 3).copied().unwrap_or_default();
                let text = (0..groups).map(digit).collect::<Vec<_>>().join(":");
                assert_eq!(is_ipv6(&text), text.parse::<Ipv6Addr>().is_ok(), "{text}");
            }
        }
        for text in ["12345::", "g::", "::1%1", "1::2::3", "::1.2.3.4", "+1::", " ::", "[::1]"] {
            assert!(!is_ipv6(text), "{text}");
        }
    }
}
