//! Calls that the tests request by name, each answered with its outcome as text.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use botwire::client::{Bot, Encoding, Error, Retry};
use botwire::methods::{GetMe, SendDocument, SendMessage};
use botwire::types::{File, InputFile, Message};
use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Request, Response};

pub async fn answer(probe: &str, bot: &Bot, request: &Request) -> Result<Response, JsValue> {
    if probe == "download" {
        let file = File::new("id").file_path("photos/a b.jpg");
        return match bot.download(&file).await.and_then(botwire::client::Download::into_response) {
            Ok(response) => Ok(response),
            Err(error) => Response::new_with_opt_str(Some(&describe(Err(error)))),
        };
    }
    let retry = Retry::times(1).max_wait(Duration::from_secs(5));
    let hello = || SendMessage::new(42, "hi");
    let result = match probe {
        "json" => bot.send(hello()).await,
        "form" => bot.send(hello()).encoding(Encoding::Form).await,
        "query" => bot.send(hello()).encoding(Encoding::Query).await,
        "multipart" => bot.send(hello()).encoding(Encoding::Multipart).await,
        "retry" => bot.send(hello()).retry(retry).await,
        "timeout" => bot.send(hello()).timeout(Duration::from_millis(200)).await,
        "abort" => return dropped(bot).await,
        "bytes" => bot.send(document(InputFile::bytes(vec![7; 5 << 20], "a.bin"))).await,
        "blob" => {
            let blob: Blob = JsFuture::from(request.blob()?).await?.unchecked_into();
            bot.send(document(InputFile::blob(blob).name("b.bin"))).await
        }
        "stream" => {
            let stream = request.body().ok_or("no body")?;
            bot.send(document(InputFile::stream(stream, "c.bin"))).await
        }
        "updates" => return updates(bot).await,
        "debug" => return Response::new_with_opt_str(Some(&format!("{bot:?} {:?}", bot.send(GetMe::new())))),
        "memory" => {
            let buffer = Reflect::get(&wasm_bindgen::memory(), &"buffer".into())?;
            let bytes = Reflect::get(&buffer, &"byteLength".into())?.as_f64().unwrap_or_default();
            return Response::new_with_opt_str(Some(&bytes.to_string()));
        }
        _ => return Response::new_with_opt_str(Some("no such probe")),
    };
    Response::new_with_opt_str(Some(&describe(result)))
}

fn document(file: InputFile) -> SendDocument {
    SendDocument::new(42, file).caption("a caption")
}

fn describe(result: Result<Message, Error>) -> String {
    result.map_or_else(
        |error| format!("{}: {error} {error:?}", error.kind()),
        |sent| format!("message {}", sent.message_id),
    )
}

/// A call whose future is dropped while it waits for its answer.
async fn dropped(bot: &Bot) -> Result<Response, JsValue> {
    let mut call = Box::pin(bot.send(SendMessage::new(42, "hi")));
    let mut slow = pin!(bot.send(GetMe::new()));
    // The second call is answered, and by then the first one has arrived.
    poll_fn(|context| {
        if call.as_mut().poll(context).is_ready() {
            return Poll::Ready(());
        }
        slow.as_mut().poll(context).map(drop)
    })
    .await;
    drop(call);
    Response::new_with_opt_str(Some("dropped"))
}

async fn updates(bot: &Bot) -> Result<Response, JsValue> {
    let mut updates = bot.updates();
    let mut seen = Vec::new();
    while seen.len() < 3 {
        match updates.next().await {
            Some(Ok(update)) => seen.push(update.update_id.to_string()),
            Some(Err(error)) => seen.push(error.to_string()),
            None => break,
        }
    }
    let closed = updates.close().await.map_or_else(|error| error.to_string(), |()| "closed".to_owned());
    Response::new_with_opt_str(Some(&format!("{} {closed}", seen.join(" "))))
}
