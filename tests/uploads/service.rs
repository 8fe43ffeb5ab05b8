//! The service of these tests, and the files that they send to it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use botwire::client::{Bot, Error};
use futures_core::Stream;
use futures_util::stream::{self, StreamExt};

pub const MESSAGE: &str = r#"{"ok":true,"result":{"message_id":7,"date":1,"chat":{"id":42,"type":"private"}}}"#;
pub const FLOOD: &str =
    r#"{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":0}}"#;

/// A request: its head, its body without the framing of HTTP, and whether it arrived as a whole.
pub struct Received {
    pub head: String,
    pub body: Vec<u8>,
    pub is_whole: bool,
}

impl Received {
    /// Returns the only part with a file name.
    pub fn file(&self) -> &[u8] {
        let text = &self.head;
        let boundary = text.split("boundary=").nth(1).unwrap().lines().next().unwrap();
        let find = |bytes: &[u8], from: usize| {
            from + self.body[from..].windows(bytes.len()).position(|window| window == bytes).unwrap()
        };
        let start = find(b"\r\n\r\n", find(b"filename=", 0)) + 4;
        &self.body[start..find(format!("\r\n--{boundary}").as_bytes(), start)]
    }
}

/// Answers each request in turn, and returns what arrived.
pub fn service(answers: impl IntoIterator<Item = &'static str>) -> (Bot, Receiver<Received>) {
    let (url, received) = served(answers);
    (Bot::new(&url, "123456:AAbb-cc_DD").unwrap(), received)
}

/// The same, with the URL of the service.
pub fn served(answers: impl IntoIterator<Item = &'static str>) -> (String, Receiver<Received>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (sender, received) = channel();
    let answers: Vec<_> = answers.into_iter().collect();
    thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = sender.send(receive(&mut stream));
            let length = answer.len();
            let _ = write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{answer}");
        }
    });
    (url, received)
}

pub fn receive(stream: &mut TcpStream) -> Received {
    let (mut reader, mut head, mut body) = (BufReader::new(stream), String::new(), Vec::new());
    while !head.ends_with("\r\n\r\n") {
        assert_ne!(reader.read_line(&mut head).unwrap(), 0, "the connection has ended");
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let is_whole = if let Some(length) = length {
        let length: u64 = length.parse().unwrap();
        reader.take(length).read_to_end(&mut body).is_ok() && body.len() as u64 == length
    } else {
        read_chunks(&mut reader, &mut body).is_ok()
    };
    Received { head, body, is_whole }
}

pub fn read_chunks(reader: &mut impl BufRead, body: &mut Vec<u8>) -> io::Result<()> {
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let size = usize::from_str_radix(line.trim(), 16).map_err(io::Error::other)?;
        let start = body.len();
        body.resize(start + size, 0);
        reader.read_exact(&mut body[start..])?;
        reader.read_exact(&mut [0; 2])?;
        if size == 0 {
            return Ok(());
        }
    }
}

pub fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

pub fn content(length: usize) -> Vec<u8> {
    (0..=250).cycle().take(length).collect()
}

/// The content in pieces, each after a turn of the runtime.
pub fn pieces(content: &[u8]) -> impl Stream<Item = io::Result<Vec<u8>>> + Send + use<> {
    let chunks: Vec<Vec<u8>> = content.chunks(70_000).map(<[u8]>::to_vec).collect();
    stream::iter(chunks).then(async |chunk| {
        tokio::task::yield_now().await;
        Ok(chunk)
    })
}

pub fn validation(error: Error) -> (String, String, String) {
    let Error::Validation { error, .. } = error else { panic!("{error}") };
    (error.path, error.expected, error.received)
}

/// A file that is removed at the end of the test.
pub struct Temporary(pub std::path::PathBuf);

impl Temporary {
    pub fn new(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("botwire-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Self(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
