//! The files that examples upload. They are small, and say in their headers what a user would expect of them.

use crate::emulator::{made, plain};

/// The names of the files.
pub const NAMES: [&str; 8] =
    ["photo.png", "report.pdf", "song.mp3", "video.mp4", "voice.ogg", "round.mp4", "mug.webp", "mug.png"];

/// Returns the name of the file that an example uploads for a parameter.
pub fn name(method: &str, field: &str) -> &'static str {
    match field {
        "document" => "report.pdf",
        "audio" => "song.mp3",
        "video" => "video.mp4",
        "voice" => "voice.ogg",
        "video_note" => "round.mp4",
        "sticker" if method == "sendSticker" => "mug.webp",
        "png_sticker" => "mug.png",
        _ => "photo.png",
    }
}

/// Returns the name of a variable that holds a file.
pub fn variable(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// Returns the MIME type of a file.
pub fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("pdf") => "application/pdf",
        Some("mp3") => "audio/mpeg",
        Some("mp4") => "video/mp4",
        _ => "audio/ogg",
    }
}

/// Returns the bytes of a file.
pub fn bytes(name: &str) -> Vec<u8> {
    match name {
        "photo.png" => plain(1280, 720),
        "mug.png" => plain(512, 512),
        "mug.webp" => webp(512, 512),
        "song.mp3" => made::mp3(&[(b"TPE1", b"\0The Mugs"), (b"TIT2", b"\0Refill")]),
        "video.mp4" => made::mp4(640, 360),
        "round.mp4" => made::mp4(240, 240),
        "voice.ogg" => made::opus(5),
        _ => b"%PDF-1.7\n%%EOF\n".to_vec(),
    }
}

/// Returns the header of a webp image.
fn webp(width: u32, height: u32) -> Vec<u8> {
    let side = |length: u32| length.saturating_sub(1).to_le_bytes().into_iter().take(3).collect::<Vec<u8>>();
    [b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0", &side(width)[..], &side(height)].concat()
}
