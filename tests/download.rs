//! Downloads that are not the whole file.
#![cfg(all(feature = "client", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "support/served.rs"]
mod served;

use botwire::client::{Error, Response};
use botwire::types::File;
use pollster::block_on;

use served::served;

#[test]
fn a_file_that_broke_off_or_is_only_a_part_is_an_error() {
    let found = r#"{"ok":true,"result":{"file_id":"id","file_size":9,"file_path":"a/b"}}"#;
    let bot = |status| {
        served("https://service.example", "123456:secret", move |request| {
            Ok(if request.is_get { Response::new(status, "abc") } else { Response::new(200, found) })
        })
    };
    let download = |status, file: File| block_on(async { bot(status).download(&file).await?.bytes().await });
    let known = || File::new("id").file_path("a/b");
    for file in [File::new("id"), known().file_size(4)] {
        let size = file.file_size.unwrap_or(9);
        let error = download(200, file).unwrap_err();
        assert_eq!(error.to_string(), format!("download: no response: the file broke off: 3 of {size} bytes"));
        assert!(error.is_transient());
    }
    assert_eq!(download(200, known().file_size(3)).unwrap(), b"abc");
    assert_eq!(download(200, known()).unwrap(), b"abc");
    for status in [201, 204, 206] {
        let error = download(status, known()).unwrap_err();
        assert!(matches!(&error, Error::Http { status: shown, .. } if *shown == status), "{error}");
    }
}
