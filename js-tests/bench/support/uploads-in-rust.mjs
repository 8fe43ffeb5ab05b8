// Uploads of the crate over reqwest: CPU, peak memory, and how long another task of the same thread had to wait.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { medians } from "./rounds.mjs";
import { compiled, numbersOf } from "./rust.mjs";

const BYTES = 45_000_000;
const UPLOADS = 5;
const ROUNDS = 5;

/** How the program gets the file, and what the table says. */
const WAYS = {
  reqwest: "reqwest alone, a file of its multipart",
  path: "botwire, a path",
  reader: "botwire, an AsyncRead",
  bytes: "botwire, bytes in memory, read by std::fs",
};

/** Measures uploads to the service at the URL, and prints them. */
export async function uploadsInRust(url) {
  const program = await compiled("upload-rust");
  const folder = mkdtempSync(join(tmpdir(), "botwire-upload-"));
  const file = join(folder, "document");
  writeFileSync(file, Buffer.alloc(BYTES, 7));
  writeFileSync(`${file}.small`, Buffer.alloc(BYTES / 9, 7));
  try {
    const figures = await medians(Object.keys(WAYS), { rounds: ROUNDS, before: 1 }, async (way) => {
      const [cpu, memory, stall] = await numbersOf(program, way, url, file, `${UPLOADS}`);
      return { cpu, memory, stall };
    });
    console.log(`\nupload of ${BYTES / 1e6} MB in Rust, medians of ${ROUNDS} processes`);
    console.log("".padEnd(42) + ["CPU, ms", "peak, + MiB", "stall, ms"].map((cell) => cell.padStart(14)).join(""));
    for (const [way, { cpu, memory, stall }] of Object.entries(figures)) {
      console.log(WAYS[way].padEnd(42) + [cpu, memory, stall].map((cell) => cell.toFixed(1).padStart(14)).join(""));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
