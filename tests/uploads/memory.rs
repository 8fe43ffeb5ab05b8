//! The memory that an upload takes, measured in a process of its own. Linux only.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use botwire::client::Bot;
use botwire::types::InputFile;

use super::service::{MESSAGE, Temporary, content, run, served};

const NAME: &str = "memory::a_large_file_is_not_held_in_memory";
const BYTES: usize = 45_000_000;
/// More than the buffers of an upload, and less than a copy of the file.
const MOST_KIB: u64 = 12_000_000 / 1024;

/// Returns a field of the status of this process, in KiB.
fn kibibytes(field: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(field)).unwrap();
    line.trim_matches([':', '\t', ' ', 'k', 'B']).parse().unwrap()
}

async fn upload(bot: &Bot, way: &str, path: &Path) {
    let file = match way {
        "path" => InputFile::from(path),
        "reader" => InputFile::reader(tokio::fs::File::open(path).await.unwrap(), "a.bin"),
        _ => InputFile::bytes(fs::read(path).unwrap(), "a.bin"),
    };
    bot.send_document(42, file).await.unwrap();
}

/// Prints how far the peak of memory is above the program before the upload.
fn measure(way: &str, url: &str, small: &Path, large: &Path) {
    let bot = Bot::new(url, "123456:AAbb-cc_DD").unwrap();
    run(async {
        // The first upload makes threads and buffers.
        upload(&bot, way, small).await;
        let before = kibibytes("VmRSS");
        // Resets the peak.
        fs::write("/proc/self/clear_refs", "5").unwrap();
        upload(&bot, way, large).await;
        println!("\npeak {}", kibibytes("VmHWM").saturating_sub(before));
    });
}

#[test]
fn a_large_file_is_not_held_in_memory() {
    if let Ok(arguments) = env::var("BOTWIRE_UPLOAD") {
        let [way, url, small, large] = arguments.split('|').collect::<Vec<_>>()[..] else { panic!("{arguments}") };
        return measure(way, url, Path::new(small), Path::new(large));
    }
    let (small, large) = (Temporary::new("small.bin", &content(1_000_000)), Temporary::new("large.bin", &[]));
    fs::File::options().write(true).open(&large.0).unwrap().set_len(BYTES as u64).unwrap();
    let peak = |way: &str| -> u64 {
        let (url, received) = served([MESSAGE; 2]);
        let arguments = [way, &url, small.0.to_str().unwrap(), large.0.to_str().unwrap()].join("|");
        let mut itself = Command::new(env::current_exe().unwrap());
        let output = itself.args(["--exact", NAME, "--nocapture"]).env("BOTWIRE_UPLOAD", arguments).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(received.recv().unwrap().is_whole);
        assert!(received.recv().unwrap().body.len() > BYTES);
        printed.lines().find_map(|line| line.strip_prefix("peak ")).expect(&printed).parse().unwrap()
    };
    for way in ["path", "reader"] {
        let peak = peak(way);
        assert!(peak < MOST_KIB, "{way}: {peak} KiB");
    }
    let held = peak("bytes");
    assert!(held > MOST_KIB, "a file in memory is measured: {held} KiB");
}
