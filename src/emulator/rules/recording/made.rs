//! Small files whose headers say a duration and a size, for the tests and for the examples of the reference.

/// Returns a box of an mp4 file.
pub(crate) fn mp4_box(kind: &[u8], content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len() + 8).unwrap_or(0).to_be_bytes();
    [&size[..], kind, content].concat()
}

/// Returns the numbers, four bytes each.
pub(crate) fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// Returns an mp4 of 7 seconds, with a track of sound and one of this many pixels.
pub(crate) fn mp4(width: u32, height: u32) -> Vec<u8> {
    let head = words(&[0, 0, 0, 1000, 6700]);
    let track = |width: u32, height: u32| {
        let content = [words(&[7, 0, 0, 1, 0, 6700]), vec![0; 52], words(&[width << 16, height << 16])].concat();
        mp4_box(b"trak", &mp4_box(b"tkhd", &content))
    };
    let movie = [mp4_box(b"mvhd", &head), track(0, 0), track(width, height)].concat();
    [mp4_box(b"ftyp", b"isom\0\0\0\0isom"), mp4_box(b"free", b"x"), mp4_box(b"moov", &movie)].concat()
}

/// Returns an ogg file whose first packet is this one, and whose last page is at this position.
pub(crate) fn ogg(packet: &[u8], position: u64) -> Vec<u8> {
    let page = |flags: u8, position: u64, packet: &[u8]| {
        let size = u8::try_from(packet.len()).unwrap_or(0);
        [b"OggS\0", &[flags][..], &position.to_le_bytes(), &[0; 12], &[1, size], packet].concat()
    };
    [page(2, 0, packet), page(4, position, b"sound")].concat()
}

/// Returns an ogg file with Opus of this many seconds.
pub(crate) fn opus(seconds: u64) -> Vec<u8> {
    let packet = [b"OpusHead\x01\x02", &312_u16.to_le_bytes()[..], &48_000_u32.to_le_bytes(), &[0; 3]].concat();
    ogg(&packet, 48_000 * seconds + 312)
}

/// Returns an mp3 with these tags, whose frames, of 128 kbit/s at 44.1 kHz, have 32,000 bytes.
pub(crate) fn mp3(tags: &[(&[u8], &[u8])]) -> Vec<u8> {
    let tag = |(name, content): &(&[u8], &[u8])| {
        let size = u32::try_from(content.len()).unwrap_or(0).to_be_bytes();
        [name, &size[..], &[0, 0], content].concat()
    };
    let tags: Vec<u8> = tags.iter().flat_map(tag).collect();
    let size = u8::try_from(tags.len()).unwrap_or(0);
    let frames = [vec![0xff, 0xfb, 0x90, 0x00], vec![0; 32_000 - 4]].concat();
    [b"ID3\x03\0\0\0\0\0", &[size][..], &tags, &frames].concat()
}
