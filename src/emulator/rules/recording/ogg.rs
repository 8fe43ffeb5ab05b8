//! Ogg files with Opus or Vorbis.

use super::numbers::{little, seconds};

/// Returns the seconds of an ogg file with Opus or Vorbis: the position of its last page.
pub(super) fn duration(bytes: &[u8]) -> Option<i64> {
    let is_page = |at: &usize| bytes.get(*at..).is_some_and(|rest| rest.starts_with(b"OggS"));
    let last = (0..bytes.len().saturating_sub(13)).rev().find(is_page)?;
    let position = little(bytes, last + 6, 8).filter(|position| *position != u64::MAX)?;
    // The first packet follows the header of the first page and its table of one segment.
    let first = bytes.get(27 + usize::from(*bytes.get(26)?)..)?;
    if first.starts_with(b"OpusHead") {
        seconds(position.saturating_sub(little(first, 10, 2)?), 48_000)
    } else if first.starts_with(b"\x01vorbis") {
        seconds(position, little(first, 12, 4)?)
    } else {
        None
    }
}

/// Returns the value of a comment, such as `TITLE=`. They are in the second packet.
pub(super) fn comment(bytes: &[u8], name: &[u8]) -> Option<String> {
    let packet = second_packet(bytes);
    let comments = packet.strip_prefix(b"OpusTags").or(packet.strip_prefix(b"\x03vorbis"))?;
    // Each text follows its size. The first is the name of the program, then comes the number of comments.
    let text_at = |at: usize| comments.get(at + 4..)?.get(..usize::try_from(little(comments, at, 4)?).ok()?);
    let mut at = text_at(0)?.len() + 8;
    loop {
        let text = text_at(at)?;
        at += text.len() + 4;
        let is_named = text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
        if let Some(value @ [_, ..]) = text.get(name.len()..).filter(|_| is_named) {
            return Some(String::from_utf8_lossy(value).into_owned());
        }
    }
}

/// Returns the second packet, which may go over several pages. A size of 255 continues the packet.
fn second_packet(bytes: &[u8]) -> Vec<u8> {
    let (mut packet, mut ended, mut at) = (Vec::new(), 0, 0);
    while let Some(page) = bytes.get(at..).filter(|rest| rest.starts_with(b"OggS")) {
        let sizes = page.get(27..).and_then(|rest| rest.get(..usize::from(*page.get(26)?))).unwrap_or_default();
        at += 27 + sizes.len();
        for size in sizes {
            let end = at + usize::from(*size);
            if ended == 1 {
                packet.extend_from_slice(bytes.get(at..end).unwrap_or_default());
            }
            at = end;
            ended += i32::from(*size < 255);
            if ended == 2 {
                return packet;
            }
        }
    }
    packet
}
