//! A bot over reqwest, with real HTTP on this machine.
#![cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use botwire::client::{Bot, Encoding, Error, Reqwest, Retry};
use botwire::methods::{GetFile, GetMe, SendDocument, SendMessage};
use botwire::types::{File, InputFile};
use serde_json::Value;

const TOKEN: &str = "123456:AAbb-cc_DD";
const MESSAGE: &str = r#"{"ok":true,"result":{"message_id":7,"date":1,"chat":{"id":42,"type":"private"}}}"#;

/// The service's response to a request.
enum Answer {
    /// Writes the bytes.
    Says(Vec<u8>),
    /// Writes the text, and then nothing until the client disconnects.
    Hangs(&'static str),
}

fn says(status: &str, headers: &str, body: impl AsRef<[u8]>) -> Answer {
    let length = body.as_ref().len();
    let head = format!("HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n");
    Answer::Says([head.as_bytes(), body.as_ref()].concat())
}

fn fine(body: impl AsRef<[u8]>) -> Answer {
    says("200 OK", "content-type: application/json\r\n", body)
}

struct Service {
    bot: Bot,
    /// The head and the body of each request. The head is empty when a client disconnects without an answer.
    requests: Receiver<(String, Vec<u8>)>,
}

fn service(answers: impl IntoIterator<Item = Answer>) -> Service {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let bot = Bot::new(&format!("http://{}/api", listener.local_addr().unwrap()), TOKEN).unwrap();
    let (sender, requests) = channel();
    let answers: Vec<Answer> = answers.into_iter().collect();
    thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = sender.send(read(&mut stream));
            match answer {
                Answer::Says(bytes) => drop(stream.write_all(&bytes)),
                Answer::Hangs(text) => {
                    stream.write_all(text.as_bytes()).unwrap();
                    let _ = stream.read_to_end(&mut Vec::new());
                    let _ = sender.send(Default::default());
                }
            }
        }
    });
    Service { bot, requests }
}

fn read(stream: &mut TcpStream) -> (String, Vec<u8>) {
    let (mut reader, mut head) = (BufReader::new(stream), String::new());
    while !head.ends_with("\r\n\r\n") {
        reader.read_line(&mut head).unwrap();
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).map(str::parse);
    let mut body = vec![0; length.transpose().unwrap().unwrap_or_default()];
    reader.read_exact(&mut body).unwrap();
    (head, body)
}

fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

#[test]
fn every_encoding_arrives() {
    let Service { bot, requests } = service([fine(MESSAGE), fine(MESSAGE), fine(MESSAGE), fine(MESSAGE)]);
    let call = |encoding| bot.send(SendMessage::new(42, "a & é")).encoding(encoding);
    for (encoding, line, kind, body) in [
        (Encoding::Json, "POST", "application/json", r#"{"chat_id":42,"text":"a & é"}"#),
        (Encoding::Form, "POST", "application/x-www-form-urlencoded", "chat_id=42&text=a+%26+%C3%A9"),
        (Encoding::Query, "GET", "", ""),
        (Encoding::Multipart, "POST", "multipart/form-data; boundary=", "\r\na & é\r\n"),
    ] {
        assert_eq!(run(call(encoding)).unwrap().message_id, 7);
        let (head, input) = requests.recv().unwrap();
        let query = if encoding == Encoding::Query { "?chat_id=42&text=a+%26+%C3%A9" } else { "" };
        let path = format!("{line} /api/bot{TOKEN}/sendMessage{query} HTTP/1.1\r\n");
        assert!(head.starts_with(&path) && head.contains(kind), "{head}");
        assert!(String::from_utf8(input).unwrap().contains(body));
    }
}

#[test]
fn a_file_goes_up() {
    let Service { bot, requests } = service([fine(MESSAGE)]);
    let file: Vec<u8> = (0..=250).cycle().take(5 << 20).collect();
    run(bot.send(SendDocument::new(42, InputFile::bytes(file.clone(), "a.bin")))).unwrap();
    let (_, body) = requests.recv().unwrap();
    let start = body.windows(4).position(|bytes| bytes == b"\r\n\r\n\0\x01\x02\x03"[..4].as_ref()).unwrap();
    assert!(String::from_utf8_lossy(&body[..start]).contains("name=\"chat_id\""));
    assert!(body.windows(file.len()).any(|bytes| bytes == file));
}

#[test]
fn a_file_comes_down() {
    let file: Vec<u8> = (0..=250).cycle().take(5 << 20).collect();
    let Service { bot, requests } =
        service([fine(r#"{"ok":true,"result":{"file_id":"x","file_path":"a b/c.bin"}}"#), fine(&file)]);
    let received = run(async {
        let mut download = bot.download(&File::new("x")).await?;
        assert_eq!(download.total(), Some(5 << 20));
        let mut bytes = Vec::new();
        while let Some(chunk) = download.chunk().await? {
            bytes.extend_from_slice(&chunk);
            assert_eq!(download.received(), bytes.len() as u64);
        }
        Ok::<_, Error>(bytes)
    });
    assert!(received.unwrap() == file);
    let (_, (head, _)) = (requests.recv().unwrap(), requests.recv().unwrap());
    assert!(head.starts_with(&format!("GET /api/file/bot{TOKEN}/a%20b/c.bin HTTP/1.1")), "{head}");
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let large = |length: &str| Answer::Says(format!("HTTP/1.1 200 OK\r\n{length}\r\nabc").into());
    let Service { bot, .. } = service([large("content-length: 20971521\r\n")]);
    let error = run(bot.download(&File::new("x").file_path("a"))).unwrap_err();
    assert!(error.to_string().contains("file_size: expected at most 20971520 bytes"), "{error}");
}

#[test]
fn what_the_service_refuses_is_an_error_of_it() {
    let flood = r#"{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":3600}}"#;
    let Service { bot, .. } = service([
        says("429 Too Many Requests", "", flood),
        says("502 Bad Gateway", "", "<h1>Bad gateway</h1>"),
        says("302 Found", "location: /elsewhere\r\n", ""),
        fine("{\"ok\":true,\"result\":"),
    ]);
    let error = || run(bot.send(GetMe::new())).unwrap_err();
    assert_eq!(error().retry_after(), Some(Duration::from_secs(3600)));
    assert_eq!(error().to_string(), "getMe: HTTP 502, not a response from the service: <h1>Bad gateway</h1>");
    assert_eq!(error().to_string(), "getMe: HTTP 302, a redirect, which is not followed");
    assert_eq!(error().kind(), "http");
}

#[test]
fn too_many_requests_are_waited_out() {
    let flood = r#"{"ok":false,"error_code":429,"description":"x","parameters":{"retry_after":30}}"#;
    let Service { bot, .. } = service([says("429 Too Many Requests", "", flood), fine(MESSAGE)]);
    // The paused clock advances when all tasks wait. With a timeout, it would also advance during the request.
    let call = bot.send(SendMessage::new(42, "hi")).retry(Retry::times(1)).timeout(None);
    let waited = run(async {
        tokio::time::pause();
        let since = tokio::time::Instant::now();
        call.await.unwrap();
        since.elapsed()
    });
    assert!((30..31).contains(&waited.as_secs()), "{waited:?}");
}

#[test]
fn a_service_that_does_not_answer_is_left_in_time() {
    for hangs in ["", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"ok\":true"] {
        let Service { bot, requests } = service([Answer::Hangs(hangs)]);
        let error = run(async {
            let call = tokio::spawn(bot.send(GetMe::new()));
            // From here on, all tasks only wait.
            while requests.try_recv().is_err() {
                tokio::task::yield_now().await;
            }
            tokio::time::pause();
            call.await.unwrap().unwrap_err()
        });
        assert_eq!(error, Error::Timeout { method: "getMe".to_owned(), after: Duration::from_secs(60) });
        assert_eq!(requests.recv().unwrap().0, "", "the connection is closed");
    }
}

#[test]
fn an_answer_is_read_as_far_as_it_may_be() {
    let body = || format!("{{\"ok\":true,\"result\":\"{}\"}}", "x".repeat(100));
    let length = body().len();
    let chunked = format!("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{length:x}\r\n{}\r\n0\r\n\r\n", body());
    for answer in [fine(body()), Answer::Says(chunked.clone().into())] {
        let Service { bot, .. } = service([answer]);
        let small = bot.max_response_bytes(100);
        let error = run(small.call::<Value>("newMethod", &Value::Null)).unwrap_err();
        assert_eq!(error, Error::TooLarge { method: "newMethod".to_owned(), status: 200, max_bytes: 100 });
    }
    let Service { bot, .. } = service([Answer::Says(chunked.into())]);
    assert!(run(bot.call::<Value>("newMethod", &Value::Null)).is_ok());
}

#[test]
fn a_broken_connection_is_an_error_of_the_network_without_the_token() {
    let cut = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"ok\":true";
    let echo = format!("no /bot{TOKEN}/getMe");
    let Service { bot, .. } = service([
        Answer::Says(Vec::new()),
        Answer::Says(cut.into()),
        says("404 Not Found", "", &echo),
        Answer::Says(b"no HTTP".to_vec()),
    ]);
    let query = |bot: &Bot| run(bot.send(GetFile::new("x")).encoding(Encoding::Query)).unwrap_err();
    let mut errors: Vec<Error> = (0..4).map(|_| query(&bot)).collect();
    assert_eq!(errors.iter().map(Error::kind).collect::<Vec<_>>(), ["network", "network", "http", "network"]);
    assert_eq!(errors[2].to_string(), "getFile: HTTP 404, not a response from the service: no /bot<token>/getMe");
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    errors.push(query(&Bot::new(&format!("http://{nobody}"), TOKEN).unwrap()));
    assert_eq!(errors[4].kind(), "network");
    let shown = format!("{errors:?}");
    assert!(!shown.contains("127.0.0.1:") && !format!("{shown} {bot:?}").contains("AAbb"), "{shown}");
}

#[test]
fn plain_http_is_for_this_machine() {
    assert_eq!(Bot::new("http://service.example", TOKEN).unwrap_err().kind(), "validation");
    assert!(Bot::without_tls("http://service.example", TOKEN).is_ok());
    assert!(Bot::new("https://service.example", TOKEN).is_ok());
}

/// Here, only the feature `reqwest` enables TLS.
#[test]
#[cfg(not(feature = "reqwest"))]
fn a_program_without_tls_gets_an_error_and_calls_once() {
    let bot = Bot::new("https://127.0.0.1:1", TOKEN).unwrap().retry(Retry::times(3));
    let error = run(bot.send(GetMe::new())).unwrap_err();
    assert!(error.to_string().starts_with("getMe: base_url: expected a reqwest with TLS"), "{error}");
    assert_eq!((error.kind(), error.is_transient()), ("validation", false));
    let plain = run(Bot::new("http://127.0.0.1:1", TOKEN).unwrap().send(GetMe::new())).unwrap_err();
    assert_eq!((plain.kind(), plain.is_transient()), ("network", true));
}

#[test]
fn what_the_system_says_of_a_connection_is_the_source() {
    let error = run(Bot::new("http://127.0.0.1:1", TOKEN).unwrap().get_me()).unwrap_err();
    let source = std::error::Error::source(&error).unwrap().downcast_ref::<std::io::Error>().unwrap();
    assert_eq!(source.kind(), std::io::ErrorKind::ConnectionRefused);
    assert!(!error.to_string().contains(&source.to_string()), "{error}");
}

#[test]
fn options_of_reqwest_are_given() {
    let listener = service([fine(MESSAGE), says("301 Moved Permanently", "location: /\r\n", "")]);
    let base_url = format!("{:?}", listener.bot);
    let base_url = base_url.split('"').nth(1).unwrap();
    let options = || reqwest::Client::builder().user_agent("my-bot").redirect(reqwest::redirect::Policy::limited(5));
    let bot = Bot::with_transport(base_url, TOKEN, Reqwest::build(options()).unwrap()).unwrap();
    run(bot.send(SendMessage::new(42, "hi"))).unwrap();
    assert!(listener.requests.recv().unwrap().0.contains("user-agent: my-bot\r\n"));
    let error = run(bot.send(GetMe::new())).unwrap_err();
    assert!(error.to_string().starts_with("getMe: HTTP 301, a redirect"), "{error}");
}
