//! Files that are read while they are sent, over real HTTP on this machine.
#![cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::expect_used)]

mod memory;
mod service;

use std::io;
use std::net::TcpListener;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use botwire::client::{Bot, Request, Response, Retry, Transport, TransportError};
use botwire::types::{InputFile, InputMediaPhoto};
use futures_util::stream::{self, StreamExt};

use service::{FLOOD, MESSAGE, Temporary, content, pieces, run, service, validation};

#[test]
fn a_path_is_sent_with_its_length_and_again_for_a_retry() {
    let file = content(5_000_001);
    let path = Temporary::new("path.bin", &file);
    let (bot, received) = service([FLOOD, MESSAGE]);
    run(async { bot.send_document(42, path.0.as_path()).retry(Retry::times(1)).await }).unwrap();
    for _ in 0..2 {
        let request = received.recv().unwrap();
        assert!(request.is_whole && request.file() == file && request.head.contains("content-length: "));
    }
}

#[test]
fn a_stream_of_unknown_length_is_sent_in_chunks() {
    let file = content(3_000_000);
    let (bot, received) = service([MESSAGE]);
    run(async { bot.send_document(42, InputFile::stream(pieces(&file), "a.bin")).await }).unwrap();
    let request = received.recv().unwrap();
    assert!(request.head.contains("transfer-encoding: chunked") && !request.head.contains("content-length"));
    assert!(request.is_whole && request.file() == file);
}

#[test]
fn a_stream_of_known_length_announces_it() {
    let file = content(300_000);
    let (bot, received) = service([MESSAGE]);
    run(async { bot.send_document(42, InputFile::stream(pieces(&file), "a.bin").length(300_000)).await }).unwrap();
    let request = received.recv().unwrap();
    assert!(request.head.contains("content-length: 300") && !request.head.contains("chunked"), "{}", request.head);
    assert!(request.is_whole && request.file() == file);
}

#[test]
fn a_reader_is_sent_until_its_end() {
    let file = content(1_000_000);
    let (bot, received) = service([MESSAGE]);
    run(async {
        let (mut writer, reader) = tokio::net::UnixStream::pair().unwrap();
        let written = file.clone();
        tokio::spawn(async move {
            let mut rest = written.as_slice();
            while !rest.is_empty() {
                writer.writable().await.unwrap();
                match writer.try_write(rest) {
                    Ok(length) => rest = &rest[length..],
                    Err(error) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
                }
            }
            let _ = &mut writer;
        });
        bot.send_document(42, InputFile::reader(reader, "a.bin")).await
    })
    .unwrap();
    let request = received.recv().unwrap();
    assert!(request.is_whole && request.file() == file);
}

#[test]
fn an_error_of_a_stream_names_the_parameter_and_ends_the_request() {
    let broken = || pieces(&content(200_000)).chain(stream::iter([Err(io::Error::other("the source broke"))]));
    let (bot, received) = service([MESSAGE, MESSAGE]);
    let sent = async { bot.send_document(42, InputFile::stream(broken(), "a")).retry(Retry::times(3)).await };
    let (path, expected, got) = validation(run(sent).unwrap_err());
    assert_eq!((&*path, &*expected), ("document", "a file that can be read"));
    assert_eq!(got, "a stream: the source broke");
    assert!(!received.recv().unwrap().is_whole);
    let media = [
        InputMediaPhoto::new(InputFile::bytes(*b"ok", "a.png")).into(),
        InputMediaPhoto::new(InputFile::stream(broken(), "b")).into(),
    ];
    let media: [botwire::types::InputMedia; 2] = media;
    let (path, ..) = validation(run(async { bot.send_media_group(42, media).await }).unwrap_err());
    assert_eq!(path, "media[1].media");
    assert!(!received.recv().unwrap().is_whole);
}

#[test]
fn a_stream_of_another_length_is_refused() {
    let (bot, received) = service([MESSAGE, MESSAGE]);
    for (length, got) in [(99_999, "at least 100000 bytes"), (100_001, "100000 bytes")] {
        let file = InputFile::stream(pieces(&content(100_000)), "a").length(length);
        let (path, expected, received_bytes) =
            validation(run(async { bot.send_document(42, file).await }).unwrap_err());
        assert_eq!((&*path, &*received_bytes), ("document", got));
        assert_eq!(expected, format!("{length} bytes, as announced"));
        assert!(!received.recv().unwrap().is_whole);
    }
}

#[test]
fn a_size_beyond_the_limit_is_refused_before_or_on_the_way() {
    let (bot, received) = service([MESSAGE, MESSAGE]);
    let photo = || InputFile::stream(pieces(&content((10 << 20) + 1)), "p.png");
    let known = run(async { bot.send_photo(42, photo().length((10 << 20) + 1)).await }).unwrap_err();
    let expected = "sendPhoto: photo: expected a file of at most 10485760 bytes, got 10485761 bytes";
    assert_eq!(known.to_string(), expected);
    assert!(received.try_recv().is_err());
    assert_eq!(run(async { bot.send_photo(42, photo()).await }).unwrap_err(), known);
    assert!(!received.recv().unwrap().is_whole);
    let unchecked = bot.clone().check_limits(false);
    run(async { unchecked.send_photo(42, photo()).await }).unwrap();
    assert!(received.recv().unwrap().is_whole);
}

#[test]
fn a_stream_that_was_read_is_not_sent_again() {
    let (bot, received) = service([FLOOD, MESSAGE]);
    let file = InputFile::stream(pieces(&content(1_000)), "a");
    let call = async { bot.send_document(42, file.clone()).retry(Retry::times(3)).await };
    let error = run(call).unwrap_err();
    let reason = "not retried, because the stream of document was read; a path or bytes can be sent again";
    assert_eq!(error.to_string(), format!("sendDocument: 429 Too Many Requests; {reason}"));
    assert!(error.retry_after().is_some() && received.recv().unwrap().is_whole);
    let (path, expected, _) = validation(run(async { bot.send_document(42, file).await }).unwrap_err());
    assert_eq!(path, "document");
    assert!(expected.starts_with("a stream that was not sent before"), "{expected}");
    assert!(received.try_recv().is_err());
}

#[test]
fn a_stream_of_which_nothing_was_read_is_retried() {
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let bot = Bot::new(&format!("http://{nobody}"), "123456:AAbb-cc_DD").unwrap();
    let error = run(async { bot.send_document(42, InputFile::stream(pieces(b"x"), "a")).await }).unwrap_err();
    assert_eq!(error.kind(), "network");
    assert!(!error.to_string().contains("not retried"), "{error}");
}

#[test]
fn a_dropped_call_drops_the_stream_and_ends_the_request() {
    struct Dropped(Arc<AtomicBool>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let (bot, received) = service([MESSAGE]);
    let (dropped, started) = (Arc::new(AtomicBool::new(false)), Arc::new(tokio::sync::Notify::new()));
    let guard = Dropped(Arc::clone(&dropped));
    let notify = Arc::clone(&started);
    let mut first = Some(content(100_000));
    let endless = stream::poll_fn(move |_| {
        let _ = &guard;
        if let Some(chunk) = first.take() {
            return Poll::Ready(Some(Ok::<_, io::Error>(chunk)));
        }
        notify.notify_one();
        Poll::Pending
    });
    run(async {
        let mut call = Box::pin(async { bot.send_document(42, InputFile::stream(endless, "a")).await });
        tokio::select! {
            _ = &mut call => panic!("the stream has no end"),
            () = started.notified() => drop(call),
        }
        // The connection has a task of its own.
        while !dropped.load(Ordering::Relaxed) {
            tokio::task::yield_now().await;
        }
    });
    assert!(!received.recv().unwrap().is_whole);
}

#[test]
fn progress_is_reported_for_each_attempt() {
    let file = content(1_000_000);
    let path = Temporary::new("progress.bin", &file);
    let (bot, received) = service([FLOOD, MESSAGE, MESSAGE]);
    let reports = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&reports);
    let on_progress = move |sent, total| heard.lock().unwrap().push((sent, total));
    run(async {
        let call = bot.send_document(42, path.0.as_path()).on_upload_progress(on_progress.clone());
        call.retry(Retry::times(1)).await?;
        let stream = InputFile::stream(pieces(&file), "a");
        bot.send_document(42, stream).on_upload_progress(on_progress).await
    })
    .unwrap();
    let length = received.recv().unwrap().body.len() as u64;
    let reports = reports.lock().unwrap();
    let attempts: Vec<_> = reports.split_inclusive(|(sent, _)| *sent >= length).collect();
    let starts = reports.iter().filter(|(sent, _)| *sent == 0).count();
    assert_eq!((attempts[0][0], attempts[0].last(), starts), ((0, Some(length)), Some(&(length, Some(length))), 3));
    assert!(attempts[0].is_sorted() && attempts[0].len() > 10);
    assert_eq!(reports.last().map(|(_, total)| *total), Some(None));
}

#[test]
fn a_path_that_is_missing_or_a_folder_is_refused() {
    let (bot, received) = service([MESSAGE]);
    let missing = std::path::Path::new("/nowhere/a.bin");
    let (path, expected, got) = validation(run(async { bot.send_document(42, missing).await }).unwrap_err());
    assert_eq!((&*path, &*expected), ("document", "a file that can be read"));
    assert!(got.starts_with("/nowhere/a.bin: "), "{got}");
    assert!(received.try_recv().is_err());
    let folder = std::env::temp_dir();
    let (path, _, got) = validation(run(async { bot.send_document(42, &folder).await }).unwrap_err());
    assert_eq!((&*path, got), ("document", format!("{}: is a directory", folder.display())));
    assert!(received.try_recv().is_err());
}

#[test]
fn the_size_of_a_path_is_not_asked_on_the_thread_of_the_call() {
    let path = Temporary::new("size.bin", b"");
    std::fs::File::options().write(true).open(&path.0).unwrap().set_len((10 << 20) + 1).unwrap();
    let (bot, received) = service([MESSAGE]);
    let runtime = tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).enable_all().build().unwrap();
    let (free, busy) = std::sync::mpsc::channel();
    // Nothing else can ask the file system.
    runtime.spawn_blocking(move || busy.recv());
    let error = runtime.block_on(async {
        let mut call = bot.send_photo(42, path.0.as_path()).send();
        let polled = std::future::poll_fn(|context| Poll::Ready(Pin::new(&mut call).poll(context).is_ready())).await;
        assert!(!polled);
        free.send(()).unwrap();
        call.await.unwrap_err()
    });
    let expected = "sendPhoto: photo: expected a file of at most 10485760 bytes, got 10485761 bytes";
    assert_eq!(error.to_string(), expected);
    assert!(received.try_recv().is_err());
}

/// A transport that sends whole bodies, as those of users do. The first response refuses the call.
struct Whole(Mutex<Vec<Vec<u8>>>);

impl Transport for Whole {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let mut bodies = self.0.lock().unwrap();
        bodies.push(request.body.into_bytes().unwrap());
        Ok(Response::new(200, if bodies.len() == 1 { FLOOD } else { MESSAGE }))
    }

    async fn sleep(&self, _: Duration) -> Result<(), TransportError> {
        Ok(())
    }

    async fn deadline(&self, _: Duration) -> Result<(), TransportError> {
        std::future::pending().await
    }
}

#[test]
fn a_transport_that_sends_whole_bodies_gets_streams_in_memory_and_retries_them() {
    let bot = Bot::with_transport("https://service.example", "123456:AAbb-cc_DD", Whole(Mutex::default())).unwrap();
    let (file, path) = (content(100_000), Temporary::new("whole.bin", b"from a path"));
    let call = |file: InputFile| bot.send_document(42, file).retry(Retry::times(1));
    run(async { call(InputFile::stream(pieces(&file), "a")).await }).unwrap();
    run(async { call(path.0.as_path().into()).await }).unwrap();
    let broken = pieces(&file).chain(stream::iter([Err(io::Error::other("the source broke"))]));
    let (name, ..) = validation(run(async { call(InputFile::stream(broken, "a")).await }).unwrap_err());
    assert_eq!(name, "document");
    let short = InputFile::stream(pieces(&file), "a").length(1);
    let (name, ..) = validation(run(async { call(short).await }).unwrap_err());
    assert_eq!(name, "document");
}
