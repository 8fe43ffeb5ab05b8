// Writes the license notices of third-party code in the wasm files.
// node notices.mjs <file>
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { licenseTexts, linkedCrates, ROOT } from "./linked.mjs";

/** Has the same licenses as this repository. Its linked sources come with the compiler. */
const STANDARD = {
  title: "The Rust standard library (MIT OR Apache-2.0), https://github.com/rust-lang/rust",
  text: readFileSync(join(ROOT, "LICENSE-MIT"), "utf8").replace(/^Copyright.*$/m, "Copyright (c) The Rust Project Contributors").trim(),
};

const crates = linkedCrates().map((crate) => ({
  title: `${crate.name} ${crate.version} (${crate.license ?? "see below"})${crate.repository ? `, ${crate.repository}` : ""}`,
  text: licenseTexts(crate).join("\n\n"),
}));
// A text that several crates share is written once, below all their names.
const byText = group([STANDARD, ...crates]);
const line = "-".repeat(80);
const parts = [...byText].map(([text, owners]) => [line, ...owners.map(({ title }) => title), line, "", text, ""].join("\n"));
const head = `Third-party notices

botwire.wasm and emulator.wasm hold code of the following projects. Where two licenses may be chosen, the text is MIT's.
`;
writeFileSync(process.argv[2], `${head}\n${parts.join("\n")}`);

function group(all) {
  const groups = new Map();
  for (const notice of all) groups.set(notice.text, [...(groups.get(notice.text) ?? []), notice]);
  return groups;
}
