//! The bytes of each method in each encoding match `tests/vectors/wire.json`, like those of the npm package:
//! `js-tests/calls/wire-bytes.test.mjs`.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;

use botwire::methods::{METHODS, Method};
use botwire::request::{PartContent, prepare};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Returns the request of the Rust client for these parameters.
fn sent<M: Method + DeserializeOwned>(params: &Value) -> Value {
    let method: M = serde_json::from_value(params.clone()).expect("parameters of the method");
    let call = prepare(&method).expect("parameters that may be sent");
    let parts = call.parts().into_iter().map(|part| match part.content {
        PartContent::Text(text) => json!([part.name, text]),
        other => panic!("{other:?} without a file"),
    });
    json!({ "json": call.json(), "form": call.form(), "parts": parts.collect::<Vec<_>>() })
}

macro_rules! by_name {
    ($name:expr, $params:expr, $($method:ident)*) => {
        match $name {
            $(name if name == <botwire::methods::$method as Method>::DESCRIPTOR.name => sent::<botwire::methods::$method>($params),)*
            other => panic!("{other} is not in the list of this test"),
        }
    };
}

fn sent_by_name(name: &str, params: &Value) -> Value {
    by_name!(name, params,
        GetUpdates SetWebhook DeleteWebhook GetWebhookInfo GetMe SendMessage ForwardMessage SendPhoto SendAudio SendDocument
        SendVideo SendVoice SendVideoNote SendMediaGroup SendLocation SendVenue SendContact SendChatAction
        EditMessageLiveLocation StopMessageLiveLocation GetUserProfilePhotos GetFile KickChatMember UnbanChatMember
        RestrictChatMember PromoteChatMember ExportChatInviteLink SetChatPhoto DeleteChatPhoto SetChatTitle
        SetChatDescription PinChatMessage UnpinChatMessage LeaveChat GetChat GetChatAdministrators GetChatMembersCount
        GetChatMember SetChatStickerSet DeleteChatStickerSet AnswerCallbackQuery EditMessageText EditMessageCaption
        EditMessageReplyMarkup DeleteMessage AnswerInlineQuery SendSticker GetStickerSet UploadStickerFile
        CreateNewStickerSet AddStickerToSet SetStickerPositionInSet DeleteStickerFromSet SendInvoice AnswerShippingQuery
        AnswerPreCheckoutQuery SendGame SetGameScore GetGameHighScores)
}

#[test]
fn rust_sends_the_bytes_that_javascript_sends() {
    let vectors: Value = serde_json::from_str(include_str!("vectors/wire.json")).expect("vectors");
    let mut tried = BTreeSet::new();
    for vector in vectors.as_array().expect("a list") {
        let name = vector["method"].as_str().expect("a name");
        let got = sent_by_name(name, &vector["params"]);
        for encoding in ["json", "form", "parts"] {
            assert_eq!(got[encoding], vector[encoding], "{name} as {encoding}");
        }
        tried.insert(name.to_owned());
    }
    // Methods without parameters, and those that only send a file, have no bytes to compare.
    let untried: Vec<&str> = METHODS.iter().map(|method| method.name).filter(|name| !tried.contains(*name)).collect();
    assert!(untried.len() <= 6, "{untried:?}");
}
