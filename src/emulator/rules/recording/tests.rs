use super::Recording;

fn read(bytes: &[u8]) -> Recording {
    Recording::read(bytes).unwrap_or_default()
}

fn mp4_box(kind: &[u8], content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len() + 8).unwrap_or(0).to_be_bytes();
    [&size[..], kind, content].concat()
}

fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// Returns an mp4 of 7 seconds, with a track of sound and one of 640 × 360 pixels.
pub(crate) fn mp4() -> Vec<u8> {
    let head = words(&[0, 0, 0, 1000, 6700]);
    let track = |width: u32, height: u32| {
        let content = [words(&[7, 0, 0, 1, 0, 6700]), vec![0; 52], words(&[width << 16, height << 16])].concat();
        mp4_box(b"trak", &mp4_box(b"tkhd", &content))
    };
    let movie = [mp4_box(b"mvhd", &head), track(0, 0), track(640, 360)].concat();
    [mp4_box(b"ftyp", b"isom\0\0\0\0isom"), mp4_box(b"free", b"x"), mp4_box(b"moov", &movie)].concat()
}

fn ogg(packet: &[u8], position: u64) -> Vec<u8> {
    let page = |flags: u8, position: u64, packet: &[u8]| {
        let size = u8::try_from(packet.len()).unwrap_or(0);
        [b"OggS\0", &[flags][..], &position.to_le_bytes(), &[0; 12], &[1, size], packet].concat()
    };
    [page(2, 0, packet), page(4, position, b"sound")].concat()
}

#[test]
fn an_mp4_has_a_duration_and_a_size() {
    let video = read(&mp4());
    assert_eq!(
        (video.media_type, video.duration, video.width, video.height),
        ("video/mp4", Some(7), Some(640), Some(360))
    );
    // With times of 64 bits, and a box that goes to the end of the file.
    let head = [words(&[1 << 24]), vec![0; 16], words(&[48_000, 0, 96_000])].concat();
    let mut long = [mp4_box(b"ftyp", b"M4A \0\0\0\0"), mp4_box(b"moov", &mp4_box(b"mvhd", &head))].concat();
    assert_eq!((read(&long).media_type, read(&long).duration, read(&long).width), ("audio/mp4", Some(2), None));
    long[16..20].fill(0);
    assert_eq!(read(&long).duration, Some(2));
}

#[test]
fn an_ogg_has_a_duration() {
    let opus = [b"OpusHead\x01\x02", &312_u16.to_le_bytes()[..], &48_000_u32.to_le_bytes(), &[0; 3]].concat();
    assert_eq!(read(&ogg(&opus, 48_000 * 5 + 312)).duration, Some(5));
    let vorbis = [b"\x01vorbis\0\0\0\0\x02", &44_100_u32.to_le_bytes()[..], &[0; 14]].concat();
    assert_eq!(read(&ogg(&vorbis, 44_100 * 3)).duration, Some(3));
    assert_eq!((read(&ogg(b"?", 1)).media_type, read(&ogg(b"?", 1)).duration), ("audio/ogg", None));
}

#[test]
fn an_mp3_has_a_duration_and_tags() {
    let tag = |name: &[u8], content: &[u8]| {
        let size = u32::try_from(content.len()).unwrap_or(0).to_be_bytes();
        [name, &size[..], &[0, 0], content].concat()
    };
    let tags = [tag(b"TPE1", b"\x00Caf\xe9"), tag(b"TIT2", b"\x01\xff\xfeS\0o\0n\0g\0")].concat();
    let size = u8::try_from(tags.len()).unwrap_or(0);
    // 128 kbit/s, 44.1 kHz.
    let frames = [vec![0xff, 0xfb, 0x90, 0x00], vec![0; 32_000 - 4]].concat();
    let song = [b"ID3\x03\0\0\0\0\0", &[size][..], &tags, &frames].concat();
    let read_song = read(&song);
    assert_eq!(read_song.media_type, "audio/mpeg");
    assert_eq!(
        (read_song.duration, read_song.performer.as_deref(), read_song.title.as_deref()),
        (Some(2), Some("Café"), Some("Song"))
    );
    // A variable bitrate: the number of frames is in the first one.
    let mut variable = frames;
    variable[36..48].copy_from_slice(b"Xing\0\0\0\x01\0\0\x01\x7f");
    assert_eq!(read(&variable).duration, Some(10));
}

#[test]
fn pictures_and_other_files_have_a_type() {
    for (bytes, media_type) in [
        (&b"GIF89a\x05\0\x06\0"[..], "image/gif"),
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
        (b"RIFF\0\0\0\0WAVEfmt ", "audio/wav"),
        (b"fLaC", "audio/flac"),
        (b"\x1a\x45\xdf\xa3", "video/webm"),
    ] {
        assert_eq!(read(bytes).media_type, media_type);
    }
    assert_eq!((read(b"GIF89a\x05\0\x06\0").width, read(b"GIF89a\x05\0\x06\0").height), (Some(5), Some(6)));
    assert_eq!(Recording::read(b"plain text"), None);
}

#[test]
fn damaged_files_are_read_without_end() {
    let whole = [mp4(), ogg(b"OpusHead", 7), b"ID3\x04\0\0\0\0\0\x10TIT2\0\0\0\x7f".to_vec()];
    for file in &whole {
        for end in 0..file.len() {
            let _ = Recording::read(&file[..end]);
            let mut damaged = file.clone();
            damaged[end] ^= 0xff;
            let _ = Recording::read(&damaged);
        }
    }
}

#[test]
fn an_mp3_of_several_bitrates_without_a_header_has_a_duration() {
    // 1152 samples at 44.1 kHz each, of 32 and of 320 kbit/s.
    let frame = |bitrate: u8, size: usize| [vec![0xff, 0xfb, bitrate << 4, 0], vec![0; size - 4]].concat();
    let song = [vec![frame(1, 104); 383], vec![frame(14, 1044); 383]].concat().concat();
    assert_eq!(read(&song).duration, Some(20));
}

#[test]
fn an_mp4_in_fragments_has_no_duration() {
    let movie = mp4_box(b"mvhd", &words(&[0, 0, 0, 1000, 0]));
    let file = [mp4_box(b"ftyp", b"iso5\0\0\0\0"), mp4_box(b"moov", &movie)].concat();
    assert_eq!((read(&file).media_type, read(&file).duration), ("video/mp4", None));
}

#[test]
fn a_gif_has_a_duration() {
    let head = [&b"GIF89a\x05\0\x06\0\x80\0\0"[..], &[0; 6]].concat();
    let picture = |hundredths: u8| {
        let delay = [0x21, 0xf9, 4, 0, hundredths, 0, 0, 0];
        [&delay[..], &[0x2c, 0, 0, 0, 0, 5, 0, 6, 0, 0x80, 0, 0, 0, 0, 0, 0, 2, 3, 1, 2, 3, 0]].concat()
    };
    let repeated = [&[0x21, 0xff, 11][..], b"NETSCAPE2.0", &[3, 1, 0, 0, 0]].concat();
    let moving = [&head[..], &repeated, &picture(150), &picture(140), b"\x3b"].concat();
    assert_eq!((read(&moving).duration, read(&moving).width), (Some(3), Some(5)));
    assert_eq!(read(&[&head[..], &picture(0), b"\x3b"].concat()).duration, None);
}
