use super::Recording;
use super::made::{mp3, mp4, mp4_box, ogg, opus, words};

fn read(bytes: &[u8]) -> Recording {
    Recording::read(bytes).unwrap_or_default()
}

#[test]
fn an_mp4_has_a_duration_and_a_size() {
    let video = read(&mp4(640, 360));
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
    assert_eq!(read(&opus(5)).duration, Some(5));
    let vorbis = [b"\x01vorbis\0\0\0\0\x02", &44_100_u32.to_le_bytes()[..], &[0; 14]].concat();
    assert_eq!(read(&ogg(&vorbis, 44_100 * 3)).duration, Some(3));
    assert_eq!((read(&ogg(b"?", 1)).media_type, read(&ogg(b"?", 1)).duration), ("audio/ogg", None));
}

#[test]
fn an_m4a_has_a_title_and_a_performer() {
    let text = |name: &[u8], text: &[u8]| mp4_box(name, &mp4_box(b"data", &[&[0, 0, 0, 1, 0, 0, 0, 0], text].concat()));
    let list = mp4_box(
        b"ilst",
        &[text(b"\xa9too", b"x"), text(b"\xa9nam", "Für Elise".as_bytes()), text(b"\xa9ART", b"B")].concat(),
    );
    let handler = mp4_box(b"hdlr", &[0; 25]);
    let song = |brand: &[u8], metadata: &[u8]| {
        let movie = mp4_box(b"moov", &mp4_box(b"udta", &mp4_box(b"meta", metadata)));
        let song = read(&[mp4_box(b"ftyp", brand), movie].concat());
        (song.media_type, song.title, song.performer)
    };
    let named = |media_type| (media_type, Some("Für Elise".to_owned()), Some("B".to_owned()));
    assert_eq!(song(b"M4A \0\0\0\0", &[&[0; 4], &handler[..], &list].concat()), named("audio/mp4"));
    assert_eq!(song(b"qt  \0\0\0\0", &[&handler[..], &list].concat()), named("video/quicktime"));
    assert_eq!(song(b"M4A \0\0\0\0", &[&[0; 4], &handler[..]].concat()), ("audio/mp4", None, None));
}

#[test]
fn an_ogg_has_a_title_and_a_performer() {
    let prefixed = |text: &[u8]| [&u32::try_from(text.len()).unwrap_or(0).to_le_bytes()[..], text].concat();
    let picture = [&b"METADATA_BLOCK_PICTURE="[..], &[b'A'; 700]].concat();
    let comments = [&b"encoder=x"[..], &picture, b"title=Nocturne \xc3\x89", b"Artist=Ann", b"ARTIST="];
    let count = u32::try_from(comments.len()).unwrap_or(0).to_le_bytes();
    let tags = [prefixed(b"program"), count.to_vec(), comments.map(prefixed).concat()].concat();
    for (head, mark) in [(&b"OpusHead"[..], &b"OpusTags"[..]), (b"\x01vorbis", b"\x03vorbis")] {
        let packet = [mark, &tags].concat();
        // The packet goes over two pages, the second of which has another packet too.
        let (start, end) = packet.split_at(510);
        let page = |sizes: &[usize], content: &[u8]| {
            let sizes: Vec<u8> = sizes.iter().filter_map(|size| u8::try_from(*size).ok()).collect();
            let count = u8::try_from(sizes.len()).unwrap_or(0);
            [&b"OggS\0"[..], &[0; 21], &[count], &sizes, content].concat()
        };
        let rest = [end, b"sound"].concat();
        let file =
            [page(&[head.len()], head), page(&[255, 255], start), page(&[255, end.len() - 255, 5], &rest)].concat();
        let song = read(&file);
        assert_eq!((song.title.as_deref(), song.performer.as_deref()), (Some("Nocturne É"), Some("Ann")));
        for end in 0..file.len() {
            let _ = Recording::read(&file[..end]);
        }
    }
    assert_eq!(read(&ogg(b"OpusHead", 7)).title, None);
}

#[test]
fn an_mp3_has_a_duration_and_tags() {
    let song = mp3(&[(b"TPE1", b"\x00Caf\xe9"), (b"TIT2", b"\x01\xff\xfeS\0o\0n\0g\0")]);
    let read_song = read(&song);
    assert_eq!(read_song.media_type, "audio/mpeg");
    assert_eq!(
        (read_song.duration, read_song.performer.as_deref(), read_song.title.as_deref()),
        (Some(2), Some("Café"), Some("Song"))
    );
    // A variable bitrate: the number of frames is in the first one.
    let mut variable = mp3(&[]);
    variable[46..58].copy_from_slice(b"Xing\0\0\0\x01\0\0\x01\x7f");
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
    let whole = [mp4(640, 360), ogg(b"OpusHead", 7), b"ID3\x04\0\0\0\0\0\x10TIT2\0\0\0\x7f".to_vec()];
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
