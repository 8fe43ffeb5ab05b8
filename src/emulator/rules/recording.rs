//! What the headers of mp4, ogg, mp3 and other files say: the type, the duration, the size of the picture, the title.
//!
//! A crate for this would be larger than these headers.

mod numbers;
mod ogg;

use crate::emulator::rules::Image;
use numbers::{big, little, seconds};

/// What the bytes of a file say about it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Recording {
    /// The MIME type, without parameters.
    pub media_type: &'static str,
    /// Whole seconds.
    pub duration: Option<i64>,
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub performer: Option<String>,
    pub title: Option<String>,
}

impl Recording {
    /// Reads the headers. `None` for any other format.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let of = |media_type| Some(Self { media_type, ..Self::default() });
        let is = |at: usize, mark: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(mark));
        if is(4, b"ftyp") {
            return Some(mp4(bytes));
        }
        if is(0, b"OggS") {
            let (title, performer) = (ogg::comment(bytes, b"TITLE="), ogg::comment(bytes, b"ARTIST="));
            return Some(Self { duration: ogg::duration(bytes), title, performer, ..of("audio/ogg")? });
        }
        if is(0, b"ID3") || mp3_frame(bytes, 0).is_some() {
            return Some(mp3(bytes));
        }
        let image = Image::read(bytes).map(|image| (image.width, image.height)).unzip();
        let picture = |media_type| Some(Self { media_type, width: image.0, height: image.1, ..Self::default() });
        match () {
            () if is(0, b"GIF8") => Some(Self { duration: gif(bytes), ..picture("image/gif")? }),
            () if is(0, b"\x89PNG") => picture("image/png"),
            () if is(0, b"\xff\xd8\xff") => picture("image/jpeg"),
            () if is(0, b"RIFF") && is(8, b"WEBP") => picture("image/webp"),
            () if is(0, b"RIFF") && is(8, b"WAVE") => of("audio/wav"),
            () if is(0, b"fLaC") => of("audio/flac"),
            () if is(0, b"\x1a\x45\xdf\xa3") => of("video/webm"),
            () => None,
        }
    }
}

/// Calls a function with each box of an mp4 file: its type and its content.
fn each_box<'a>(mut bytes: &'a [u8], run: &mut dyn FnMut(&[u8], &'a [u8])) {
    while let (Some(size), Some(kind)) = (big(bytes, 0, 4), bytes.get(4..8)) {
        let (head, size) = match size {
            0 => (8, bytes.len()),
            1 => (16, usize::try_from(big(bytes, 8, 8).unwrap_or_default()).unwrap_or_default()),
            size => (8, usize::try_from(size).unwrap_or_default()),
        };
        let Some(content) = bytes.get(head..size.min(bytes.len())).filter(|_| size >= head) else { return };
        run(kind, content);
        bytes = bytes.get(size..).unwrap_or_default();
    }
}

/// Returns the content of the first box of a type.
fn first_box<'a>(bytes: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let mut found = None;
    each_box(bytes, &mut |kind, content| {
        if kind == name {
            found = found.or(Some(content));
        }
    });
    found
}

/// Returns a text of the list of metadata in the user data of an mp4 file.
fn text_of_list(user_data: &[u8], name: &[u8]) -> Option<String> {
    // Four bytes precede the boxes of the metadata, except in files of QuickTime.
    let metadata = first_box(user_data, b"meta")?;
    let boxes = metadata.get(if metadata.get(4..8) == Some(b"hdlr") { 0 } else { 4 }..)?;
    let data = first_box(first_box(first_box(boxes, b"ilst")?, name)?, b"data")?;
    Some(String::from_utf8_lossy(data.get(8..)?).into_owned()).filter(|text| !text.is_empty())
}

fn mp4(bytes: &[u8]) -> Recording {
    let mut recording = Recording::default();
    let (mut duration, mut frame) = (None, None);
    each_box(bytes, &mut |kind, content| {
        if kind != b"moov" {
            return;
        }
        each_box(content, &mut |kind, content| match kind {
            b"mvhd" => {
                let (at, width) = if content.first() == Some(&1) { (20, 8) } else { (12, 4) };
                let times = big(content, at, 4).zip(big(content, at + 4, width));
                // A file in fragments says 0 here.
                duration = times.filter(|(_, count)| *count > 0).and_then(|(rate, count)| seconds(count, rate));
            }
            b"trak" => each_box(content, &mut |kind, content| {
                let at = content.len().saturating_sub(8);
                let sides = big(content, at, 2).zip(big(content, at + 4, 2));
                if kind == b"tkhd" {
                    frame = frame.or(sides.filter(|(width, height)| *width > 0 && *height > 0));
                }
            }),
            b"udta" => {
                let named = |kind: &[u8]| text_of_list(content, kind);
                (recording.title, recording.performer) = (named(b"\xa9nam"), named(b"\xa9ART"));
            }
            _ => {}
        });
    });
    let (width, height) =
        frame.and_then(|(width, height)| Some((width.try_into().ok()?, height.try_into().ok()?))).unzip();
    (recording.duration, recording.width, recording.height) = (duration, width, height);
    recording.media_type = match bytes.get(8..12) {
        Some(b"M4A " | b"M4B ") => "audio/mp4",
        Some(b"qt  ") => "video/quicktime",
        Some(b"avif") => "image/avif",
        Some(b"heic" | b"mif1") => "image/heic",
        _ => "video/mp4",
    };
    recording
}

/// Returns the seconds of a gif: the sum of the delays before its pictures. `None` for a single picture.
fn gif(bytes: &[u8]) -> Option<i64> {
    // The size of a table of colors, by the flags that precede it.
    let colors = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let mut at = 13 + colors(*bytes.get(10)?);
    let mut hundredths = 0;
    loop {
        match (*bytes.get(at)?, bytes.get(at + 1)) {
            (0x21, Some(0xf9)) => {
                hundredths += little(bytes, at + 4, 2)?;
                at += 2;
            }
            (0x21, _) => at += 2,
            (0x2c, _) => at += 11 + colors(*bytes.get(at + 9)?),
            _ => return seconds(hundredths, 100).filter(|_| hundredths > 0),
        }
        // Blocks of data, each after its size, end with an empty one.
        while let Some(size @ 1..) = bytes.get(at) {
            at += 1 + usize::from(*size);
        }
        at += 1;
    }
}

/// A frame of an mp3 file.
struct Frame {
    /// Bits per second.
    bitrate: u64,
    /// Samples per second.
    rate: u64,
    /// Samples of the frame.
    samples: u64,
    /// The place of the Xing header, after the start of the frame.
    xing: usize,
    /// 1 if a byte fills up the frame.
    padding: u64,
}

impl Frame {
    /// Returns the size of the frame.
    fn bytes(&self) -> u64 {
        self.samples / 8 * self.bitrate / self.rate + self.padding
    }
}

/// Kilobits per second of layer III, of MPEG 1 and of MPEG 2.
const BITRATES: [[u64; 15]; 2] = [
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

fn mp3_frame(bytes: &[u8], at: usize) -> Option<Frame> {
    let [sync, version, rates, mode] = *bytes.get(at..)?.first_chunk()?;
    // Layer III of MPEG 1, 2 or 2.5.
    if sync != 0xff || version & 0xe6 != 0xe2 || version & 0x18 == 0x08 {
        return None;
    }
    let is_first = version & 0x18 == 0x18;
    let bitrate = *BITRATES.get(usize::from(!is_first))?.get(usize::from(rates >> 4)).filter(|rate| **rate > 0)?;
    let rate: u64 = *[44_100, 48_000, 32_000].get(usize::from(rates >> 2 & 3))?;
    let divisor = if is_first {
        1
    } else if version & 0x18 == 0x10 {
        2
    } else {
        4
    };
    let is_mono = mode >> 6 == 3;
    let xing = match (is_first, is_mono) {
        (true, false) => 36,
        (true, true) | (false, false) => 21,
        (false, true) => 13,
    };
    let (samples, padding) = (if is_first { 1152 } else { 576 }, u64::from(rates >> 1 & 1));
    Some(Frame { bitrate: bitrate * 1000, rate: rate / divisor, samples, xing, padding })
}

fn mp3(bytes: &[u8]) -> Recording {
    let mut recording = Recording { media_type: "audio/mpeg", ..Recording::default() };
    let mut start = 0;
    if bytes.starts_with(b"ID3") {
        let size =
            bytes.get(6..10).unwrap_or_default().iter().fold(0, |size, byte| size << 7 | usize::from(byte & 0x7f));
        start = size + 10;
        let (version, tags) = (bytes.get(3).copied(), bytes.get(10..start.min(bytes.len())).unwrap_or_default());
        (recording.title, recording.performer) = (tag(tags, version, b"TIT2"), tag(tags, version, b"TPE1"));
    }
    let first = (start..bytes.len().min(start + 4096)).find(|at| mp3_frame(bytes, *at).is_some());
    if let Some((at, frame)) = first.and_then(|at| Some((at, mp3_frame(bytes, at)?))) {
        let header = bytes.get(at + frame.xing..).unwrap_or_default();
        let has_frames =
            (header.starts_with(b"Xing") || header.starts_with(b"Info")) && big(header, 4, 4).unwrap_or(0) & 1 == 1;
        let frames = if has_frames { big(header, 8, 4) } else { None };
        recording.duration = match frames {
            Some(frames) => seconds(frames * frame.samples, frame.rate),
            None => seconds(samples(bytes, at), frame.rate),
        };
    }
    recording
}

/// Adds up the samples of all frames, each of which may have another bitrate. Estimates those of a damaged rest.
fn samples(bytes: &[u8], mut at: usize) -> u64 {
    let (mut samples, mut rate) = (0, 0);
    while let Some(frame) = mp3_frame(bytes, at) {
        samples += frame.samples;
        at += usize::try_from(frame.bytes()).unwrap_or(1).max(1);
        rate = frame.rate * 8 * 1000 / frame.bitrate;
    }
    samples + bytes.len().saturating_sub(at) as u64 * rate / 1000
}

/// Returns the text of a tag of ID3.
fn tag(mut tags: &[u8], version: Option<u8>, name: &[u8]) -> Option<String> {
    loop {
        let size = if version == Some(4) {
            tags.get(4..8)?.iter().fold(0, |size, byte| size << 7 | usize::from(byte & 0x7f))
        } else {
            usize::try_from(big(tags, 4, 4)?).ok()?
        };
        let content = tags.get(10..size.checked_add(10)?)?;
        if tags.starts_with(name) {
            let (encoding, text) = content.split_first()?;
            let text = match encoding {
                1 | 2 => {
                    let is_big = *encoding == 2 || text.starts_with(b"\xfe\xff");
                    let unit = |pair: &[u8]| if is_big { big(pair, 0, 2) } else { little(pair, 0, 2) };
                    let units: Vec<u16> =
                        text.chunks_exact(2).filter_map(|pair| u16::try_from(unit(pair)?).ok()).collect();
                    String::from_utf16_lossy(&units).trim_start_matches('\u{feff}').to_owned()
                }
                0 => text.iter().map(|byte| char::from(*byte)).collect(),
                _ => String::from_utf8_lossy(text).into_owned(),
            };
            return Some(text.trim_end_matches('\0').to_owned()).filter(|text| !text.is_empty());
        }
        tags = tags.get(size + 10..)?;
    }
}

#[cfg(any(test, all(feature = "render", not(web))))]
pub(crate) mod made;
#[cfg(test)]
mod tests;
