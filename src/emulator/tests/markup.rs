//! Marked-up and plain text into entities. Spec: core, Formatting of text.

use serde_json::{Value, json};

use crate::emulator::random::Random;
use crate::text::{Entity, MarkupError, detect, parse, visible_length};
use crate::types::MessageEntity;

fn on_the_wire(entities: Vec<Entity>) -> Value {
    json!(entities.into_iter().map(MessageEntity::from).collect::<Vec<_>>())
}

/// Returns the visible text, and `kind offset length url` of each entity.
fn parsed(text: &str, mode: &str) -> Result<(String, Vec<String>), MarkupError> {
    let parsed = parse(text, mode)?;
    let entity = |entity: &Value| {
        let url = entity["url"].as_str().map(|url| [" ", url].concat()).unwrap_or_default();
        [entity["type"].as_str().unwrap_or_default(), " ", &entity["offset"].to_string(), " "].concat()
            + &entity["length"].to_string()
            + &url
    };
    let entities = on_the_wire(parsed.entities).as_array().map(|all| all.iter().map(entity).collect());
    Ok((parsed.text, entities.unwrap_or_default()))
}

fn good(text: &str, mode: &str, visible: &str, entities: &[&str]) {
    let entities = entities.iter().map(|entity| (*entity).to_owned()).collect();
    assert_eq!(parsed(text, mode), Ok((visible.to_owned(), entities)), "{text}");
    assert!(visible_length(text, Some(mode)) <= visible.chars().count(), "{text}");
}

fn bad(text: &str, mode: &str, at: usize) {
    assert_eq!(parsed(text, mode).map_err(|malformed| malformed.at), Err(at), "{text}");
}

/// Otherwise, the check before a call would refuse texts that the service accepts.
#[test]
fn no_text_that_can_be_read_counts_longer_than_it_is() {
    const PARTS: &[&str] = &[
        "<b>",
        "</b>",
        "<a href=\"x>y\">",
        "<a href='",
        "</a>",
        ">",
        "\"",
        "'",
        "=",
        "&amp;",
        "&#65;",
        "&",
        ";",
        "<",
        "*",
        "_",
        "`",
        "```",
        "```rust\n",
        "[",
        "](",
        ")",
        "\\",
        "a",
        "é",
        " ",
        "\n",
    ];
    let mut random = Random::new(7);
    let mut read = 0;
    for _ in 0..20_000 {
        let part = |random: &mut Random| PARTS[usize::try_from(random.next() % PARTS.len() as u64).unwrap_or(0)];
        let text: String = (0..random.up_to(9)).map(|_| part(&mut random)).collect();
        for mode in ["Markdown", "HTML"] {
            if let Ok(parsed) = parse(&text, mode) {
                read += 1;
                let counted = visible_length(&text, Some(mode));
                assert!(counted <= parsed.text.chars().count(), "{mode} {text:?}: {counted}, {:?}", parsed.text);
            }
        }
    }
    assert!(read > 1000, "{read}");
}

#[test]
fn markdown() {
    for (text, visible, entities) in [
        ("plain", "plain", &[][..]),
        ("*b* _i_ `c`", "b i c", &["bold 0 1", "italic 2 1", "code 4 1"]),
        ("👋🏽*é*", "👋🏽é", &["bold 4 1"]),
        ("[t](http://e.example/a_b*c)", "t", &["text_link 0 1 http://e.example/a_b*c"]),
        ("[t] x", "t x", &[]),
        ("[t]()", "t", &[]),
        ("```\nfn x() {}\n```", "fn x() {}\n", &["pre 0 10"]),
        ("```rust\nx```!", "x!", &["pre 0 1"]),
        ("```one line```", "one line", &["pre 0 8"]),
        ("**", "", &[]),
        ("*a_b*", "a_b", &["bold 0 3"]),
        ("2 \\* 3 \\_ \\` \\[ \\x", "2 * 3 _ ` [ \\x", &[]),
        ("a\\\\*b C:\\x\\\\", "a\\*b C:\\x\\\\", &[]),
    ] {
        good(text, "Markdown", visible, entities);
    }
    for (text, at) in [("a *b", 2), ("é_b", 2), ("`", 0), ("```a``", 0), ("x [t", 2), ("[t](u", 0)] {
        bad(text, "Markdown", at);
    }
}

#[test]
fn html() {
    good("<a href=\"http://e.example/?a>b\">x</a>", "HTML", "x", &["text_link 0 1 http://e.example/?a>b"]);
    for (text, visible, entities) in [
        ("plain *x* \"", "plain *x* \"", &[][..]),
        ("<b>b</b><strong>s</strong><i>i</i><em>e</em>", "bsie", &["bold 0 1", "bold 1 1", "italic 2 1", "italic 3 1"]),
        ("<CODE>c</code> <pre>p</PRE >", "c p", &["code 0 1", "pre 2 1"]),
        ("<a href='u'>t</a>", "t", &["text_link 0 1 u"]),
        ("<a  href = u >t</a>", "t", &["text_link 0 1 u"]),
        ("<a href='?a=1&b=2&amp;c=>'>t</a>", "t", &["text_link 0 1 ?a=1&b=2&c=>"]),
        ("<a href=\"a&quot;b\">t</a>", "t", &["text_link 0 1 a\"b"]),
        ("<a>t</a>", "t", &[]),
        ("&lt;&gt;&amp;&quot;&#65;&#x1F600;&#X42;", "<>&\"A😀B", &[]),
        ("<b></b>", "", &[]),
    ] {
        good(text, "HTML", visible, entities);
    }
    for (text, at) in [
        ("é<b>x", 2),
        ("<b>x</i>", 4),
        ("x</b>", 1),
        ("<b><i>x</i></b>", 3),
        ("<u>x</u>", 0),
        ("a < b", 2),
        ("<>", 0),
        ("a > b", 2),
        ("<b>></b>", 3),
        ("a & b", 2),
        ("a &", 2),
        ("&nbsp;", 0),
        ("&x", 0),
        ("&#xD800;", 0),
        ("&#99999999;", 0),
        ("&#+65;", 0),
        ("<b class=x>x</b>", 0),
        ("<b x>x</b>", 0),
        ("<code class=\"language-rust\">x</code>", 0),
        ("<a class=x href=u>t</a>", 0),
        ("<a href=u class=x>t</a>", 0),
        ("<a href>t</a>", 0),
    ] {
        bad(text, "HTML", at);
    }
}

#[test]
fn plain_text() {
    let found = |text: &str| {
        let entity = |entity: &Value| {
            [entity["type"].as_str().unwrap_or_default(), " ", &entity["offset"].to_string(), " "].concat()
                + &entity["length"].to_string()
        };
        on_the_wire(detect(text)).as_array().map(|all| all.iter().map(entity).collect::<Vec<_>>().join(", "))
    };
    for (text, entities) in [
        ("nothing / here: # @ a@b 1/2", ""),
        ("/start", "bot_command 0 6"),
        ("/start@box_bot x", "bot_command 0 14"),
        ("😀 /a /b_1", "bot_command 3 2, bot_command 6 4"),
        ("a/b //c", ""),
        ("</b> </b /b> /a/b", ""),
        ("example.com", "url 0 11"),
        ("see Example.ORG:80/a_(b)?c#d.", "url 4 24"),
        ("a.b.example.de? x.rs!", "url 0 14, url 16 4"),
        (
            "e.g. i.e. 1.5 a..com .com a-.com example.comx x@example.com @alice.com 3.14.15 a.b",
            "email 46 13, mention 60 6",
        ),
        ("(example.net), example.com@x", "url 1 11"),
        ("hi @alice_1, x@alice", "mention 3 8"),
        ("#tag #1 #1a ##x #ключ", "hashtag 0 4, hashtag 8 3, hashtag 13 2, hashtag 16 5"),
        ("see https://e.example/a_(b)?c=d#e.", "url 4 29"),
        ("(http://e.example)", "url 1 16"),
        ("https://", ""),
        ("Http://example.com", "url 0 18"),
        ("see hTTpS://localhost!", "url 4 17"),
        ("😀 HTTPS://EXAMPLE.COM/a", "url 3 21"),
        ("HTTP:// xHTTP://x httpé://x", ""),
        ("mail a.b+c@mail.example.", "email 5 18"),
    ] {
        assert_eq!(found(text).as_deref(), Some(entities), "{text}");
    }
}
