// Lists the crates that are linked into a wasm file of the package, without those that only run at compile time.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const cargo = (...args) => execFileSync("cargo", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });

/** The features of the two wasm files. */
const FEATURES = ["js", "emulator-js"];

/** Returns each crate's name, version, license, repository, checksum, and folder, sorted, without our own. */
export function linkedCrates() {
  const tree = (features) =>
    cargo("tree", "--locked", "--package", "botwire", "--target", "wasm32-unknown-unknown", "--features", features, "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}");
  const lines = FEATURES.flatMap((features) => tree(features).split("\n"));
  const named = new Set(lines.flatMap((line) => /^(\S+) v(\S+)/.exec(line)?.slice(1).join("@") ?? []));
  const { packages } = JSON.parse(cargo("metadata", "--locked", "--all-features", "--filter-platform", "wasm32-unknown-unknown", "--format-version", "1"));
  const checksums = new Map(
    readFileSync(join(ROOT, "Cargo.lock"), "utf8")
      .split("[[package]]")
      .map((entry) => [`${/name = "(.*)"/.exec(entry)?.[1]}@${/version = "(.*)"/.exec(entry)?.[1]}`, /checksum = "(.*)"/.exec(entry)?.[1]]),
  );
  const linked = packages.filter(({ name, version }) => named.has(`${name}@${version}`));
  if (linked.length < named.size) throw new Error(`cargo metadata lacks one of ${[...named].join(", ")}`);
  return linked
    .filter(({ source }) => source !== null)
    .map(({ name, version, license, license_file, repository, authors, manifest_path }) => ({
      name, version, license, license_file, repository, authors,
      checksum: checksums.get(`${name}@${version}`),
      folder: dirname(manifest_path),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the texts of a crate's licenses. If it offers a choice, takes MIT. */
export function licenseTexts({ name, folder, license_file }) {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|copyright|notice|unlicense)/i.test(file)).sort();
  const mit = files.filter((file) => /mit/i.test(file));
  const chosen = [...(mit.length > 0 ? mit : files), ...(license_file && existsSync(join(folder, license_file)) ? [license_file] : [])];
  if (chosen.length === 0) throw new Error(`${name}: no license in its folder`);
  return [...new Set(chosen)].map((file) => readFileSync(join(folder, file), "utf8").replace(/\r\n/g, "\n").trim());
}
