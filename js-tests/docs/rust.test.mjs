// Each block of Rust compiles as a part of one crate that depends on ours, and its tests pass.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { blocks } from "./blocks.mjs";
import { methods } from "../support/spec.mjs";
import { root, target } from "../support/target.mjs";
import { made, put } from "./project.mjs";

const run = promisify(execFile);
const folder = join(made, "rust");

const MANIFEST = `[package]
name = "docs-samples"
version = "0.0.0"
edition = "2024"
publish = false

[dependencies]
botwire = { path = ${JSON.stringify(root)}, features = ["client", "emulator", "http", "reqwest-no-tls"] }
serde = { version = "1", features = ["derive"] }
serde_json = "1"
axum = { version = "0.8", default-features = false, features = ["http1", "tokio"] }
pollster = "0.4"
tokio = { version = "1", features = ["macros", "rt", "time"] }
tracing = { version = "0.1", default-features = false, features = ["std"] }

[workspace]
`;

/** Runs the tests of a crate below `target/docs-samples`. Returns their output. */
async function passes(folder, ...selection) {
  copyFileSync(join(root, "Cargo.lock"), join(folder, "Cargo.lock"));
  const args = ["test", "--offline", "--quiet", ...selection, "--manifest-path", join(folder, "Cargo.toml"), "--target-dir", target];
  const { code = 0, stdout, stderr } = await run(process.env.CARGO ?? "cargo", args, { maxBuffer: 1 << 26 }).catch((error) => error);
  assert.equal(code, 0, `${stdout}\n${stderr}`.slice(0, 20_000));
  assert.match(stdout, /test result: ok\. [1-9]/);
}

/** A test that runs the examples of methods, each on the service as it was when its page was rendered. */
function runs(all) {
  const examples = join(root, "docs/reference/examples");
  const calls = all.flatMap(({ page, code }, index) => {
    const method = /^docs\/reference\/methods\/(\w+)\.md$/.exec(page)?.[1];
    if (!method) return [];
    const files = [...code.matchAll(/InputFile::bytes\(\w+, "(.*?)"\)/g)].map(([, name]) => `, read(${JSON.stringify(name)})`);
    return [`        pollster::block_on(super::block_${index}::example(&bot("${method}")${files.join("")})).expect("${method}");`];
  });
  assert.equal(calls.length, Object.keys(methods).length);
  return `
#[cfg(test)]
mod reference {
    fn read(name: &str) -> Vec<u8> {
        std::fs::read(std::path::Path::new(${JSON.stringify(examples)}).join(name)).expect(name)
    }

    fn bot(method: &str) -> botwire::client::Bot {
        let snapshot = read(&format!("{method}.snapshot"));
        let emulator = botwire::emulator::Emulator::restore(Default::default(), &snapshot).expect(method);
        emulator.client().expect(method)
    }

    #[test]
    fn the_examples_of_methods_run() {
${calls.join("\n")}
    }
}
`;
}

test("every block in Rust compiles as shown, and the tests among them pass", async () => {
  // The sample of the README is examples/echo.rs, which the suite rust-examples runs; workers are compiled by rust-worker-example.
  const compiles = ({ page, info, code }) => page !== "README.md" && !/foreign|fails/.test(info) && !code.includes("use worker::");
  const all = blocks("rust").filter(compiles);
  assert.ok(all.length > 130, `${all.length} blocks`);
  const modules = all.map(({ page, line, code }, index) =>
    `/// ${page}:${line}\npub mod block_${index} {\n${code.replace(/^async fn example/m, "pub $&")}\n}\n`);
  put(folder, "src/lib.rs", `#![allow(unused, clippy::all)]\n${modules.join("\n")}\n${runs(all)}`);
  put(folder, "Cargo.toml", MANIFEST);
  await passes(folder, "--lib");
});

test("the mistakes of the guide have one short error each, with the text on the page", async () => {
  const page = blocks("rust", "text").filter((block) => block.page === "docs/guide/rust.md");
  const mistakes = page.flatMap((block, index) => (block.info === "fails" ? [{ ...block, expected: page[index + 1] }] : []));
  assert.equal(mistakes.length, 5);
  const folder = join(made, "rust-mistakes");
  put(folder, "Cargo.toml", MANIFEST.replace("docs-samples", "docs-mistakes"));
  copyFileSync(join(root, "Cargo.lock"), join(folder, "Cargo.lock"));
  mistakes.forEach(({ code }, index) => put(folder, `src/bin/mistake_${index}.rs`, `#![allow(unused)]\n${code}\nfn main() {}\n`));
  const args = ["check", "--offline", "--quiet", "--bins", "--keep-going", "--message-format=json", "--manifest-path", join(folder, "Cargo.toml"), "--target-dir", target];
  const { code, stdout } = await run(process.env.CARGO ?? "cargo", args, { maxBuffer: 1 << 26 }).catch((error) => error);
  assert.notEqual(code, 0);
  const messages = stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line)).filter(({ reason, message }) => reason === "compiler-message" && message.level === "error");
  for (const [index, { line, expected }] of mistakes.entries()) {
    assert.equal(expected.language, "text", `line ${line}`);
    // The last message of a crate says how many errors it has.
    const rendered = messages.filter(({ target, message }) => target.name === `mistake_${index}` && message.spans.length > 0).map(({ message }) => message.rendered);
    assert.equal(rendered.length, 1, `line ${line}: ${rendered.join("\n")}`);
    assert.ok(rendered[0].split("\n").length <= 25, rendered[0]);
    const said = rendered[0].replace(/^\s*= /gm, "").replace(/^[\d\s]*\| [\s-]*/gm, "");
    for (const text of expected.code.trim().split("\n")) assert.ok(said.split("\n").some((spoken) => spoken.startsWith(text)), `line ${line}: ${text}\n${said}`);
  }
});

test("the test of the guide passes in the file that it names, with the dependencies of the page", async () => {
  const page = "docs/guide/testing.md";
  const [{ code: dependencies }] = blocks("toml").filter((block) => block.page === page);
  const [{ code }] = blocks("rust").filter((block) => block.page === page);
  const [, file] = /^\/\/ (\S+)\n/.exec(code);
  const folder = join(made, "rust-test");
  const [header] = MANIFEST.split("[dependencies]");
  const patch = `[patch.crates-io]\nbotwire = { path = ${JSON.stringify(root)} }\n\n[workspace]\n`;
  put(folder, "Cargo.toml", `${header.replace("docs-samples", "docs-test")}${dependencies}\n${patch}`);
  put(folder, "src/lib.rs", "");
  put(folder, file, code);
  await passes(folder, "--tests");
});
