//! Uploads a document in a runtime of one thread: `upload-rust <how> <base URL> <file> <uploads>` prints the milliseconds of CPU of an
//! upload, the MiB of the peak above the memory of the program before it, and the longest time in milliseconds that another task of
//! the runtime had to wait. Linux only.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use botwire::client::{Bot, Reqwest};
use botwire::types::InputFile;
use reqwest::Client;
use reqwest::multipart::Form;
use tokio::fs::File;
use tokio::time::sleep;

const TOKEN: &str = "123456:secret";
const TICK: Duration = Duration::from_millis(1);

/// The longest time between two ticks of the other task, in microseconds.
static LONGEST: AtomicU64 = AtomicU64::new(0);

enum Uploader {
    Reqwest(Client, String),
    Path(Bot),
    Reader(Bot),
    Bytes(Bot),
}

impl Uploader {
    fn new(how: &str, url: &str) -> Result<Self, Box<dyn Error>> {
        let bot = || Bot::with_transport(url, TOKEN, Reqwest::new()?).map_err(Box::<dyn Error>::from);
        Ok(match how {
            "reqwest" => Self::Reqwest(Client::new(), format!("{url}/bot{TOKEN}/sendDocument")),
            "path" => Self::Path(bot()?),
            "reader" => Self::Reader(bot()?),
            "bytes" => Self::Bytes(bot()?),
            _ => return Err("how is one of: reqwest, path, reader, bytes".into()),
        })
    }

    async fn upload(&self, file: &Path) -> Result<(), Box<dyn Error>> {
        match self {
            Self::Reqwest(client, url) => {
                let form = Form::new().text("chat_id", "1").file("document", file).await?;
                client.post(url).multipart(form).send().await?.error_for_status()?.bytes().await?;
            }
            Self::Path(bot) => drop(bot.send_document(1, file).await?),
            Self::Reader(bot) => {
                let reader = InputFile::reader(File::open(file).await?, "document");
                bot.send_document(1, reader).await?;
            }
            Self::Bytes(bot) => drop(bot.send_document(1, InputFile::bytes(fs::read(file)?, "document")).await?),
        }
        Ok(())
    }
}

/// Returns a field of the process's status, in MiB.
fn mebibytes(field: &str) -> Result<f64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(field)).ok_or("the field is missing")?;
    Ok(line.trim_matches([':', '\t', ' ', 'k', 'B']).parse::<f64>()? / 1024.0)
}

/// Returns the CPU milliseconds of all threads, including those that have ended.
fn cpu() -> Result<f64, Box<dyn Error>> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let ticks = stat.rsplit(')').next().into_iter().flat_map(str::split_whitespace).skip(11).take(2);
    Ok(ticks.map(str::parse::<f64>).sum::<Result<f64, _>>()? * 10.0)
}

async fn tick() {
    loop {
        let since = Instant::now();
        sleep(TICK).await;
        LONGEST.fetch_max(u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [how, url, file, uploads] = &arguments[..] else {
        return Err("upload-rust <how> <base URL> <file> <uploads>".into());
    };
    let uploader = Uploader::new(how, url)?;
    // The first upload makes connections, threads and buffers.
    uploader.upload(Path::new(&format!("{file}.small"))).await?;
    let (uploads, rest) = (uploads.parse::<u32>()?, mebibytes("VmRSS")?);
    fs::write("/proc/self/clear_refs", "5")?;
    let ticks = tokio::spawn(tick());
    let before = cpu()?;
    for _ in 0..uploads {
        uploader.upload(Path::new(file)).await?;
    }
    let cpu = (cpu()? - before) / f64::from(uploads);
    ticks.abort();
    let stall = Duration::from_micros(LONGEST.load(Ordering::Relaxed)).as_secs_f64() * 1000.0;
    println!("{cpu} {} {stall}", mebibytes("VmHWM")? - rest);
    Ok(())
}
