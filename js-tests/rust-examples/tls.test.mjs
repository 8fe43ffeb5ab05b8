// The lines of the page on Rust for other TLS than that of the feature `reqwest`: they compile, and a call over HTTPS gets to the service.
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { environment, ran } from "../create/support.mjs";
import { workers } from "../support/compile-rust.mjs";
import { pinned } from "../support/rust.mjs";
import { root, target } from "../support/target.mjs";
import { temporary } from "../support/temporary.mjs";

const page = await readFile(join(root, "docs/hosts/rust-servers.md"), "utf8");
const [, section] = page.split("### TLS\n");
const [text] = section.split("\n### ");
const manifests = [...text.matchAll(/```toml\n([^]*?)```/g)].map(([, manifest]) => manifest);
const [[, program]] = text.matchAll(/```rust foreign\n([^]*?)```/g);

/** The first byte of a TLS record with a handshake. */
const HANDSHAKE = 22;

for (const [index, name] of ["ring", "native"].entries()) {
  test(`${name}: the lines compile, and a call begins a handshake`, async () => {
    const project = temporary();
    const bytes = [];
    const server = createServer((socket) => socket.once("data", ([byte]) => (bytes.push(byte), socket.destroy())).on("error", () => {}));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const source = name === "ring" ? program : program.replace(/^.*install_default.*\n/m, "");
      assert.ok(source.includes("https://service.example"));
      await mkdir(join(project, "src"));
      await writeFile(join(project, "Cargo.toml"), `[package]\nname = "my-bot"\nversion = "0.0.0"\nedition = "2024"\n\n${manifests[index]}`);
      await writeFile(join(project, "src/main.rs"), source.replace("https://service.example", `https://127.0.0.1:${server.address().port}`));
      const assertPinned = await pinned(project, fileURLToPath(new URL(`tls-${name}.lock`, import.meta.url)));
      // With the profile of the repository, so that its compiled dependencies are reused.
      const shared = { CARGO_PROFILE_DEV_DEBUG: "false", CARGO_BUILD_BUILD_DIR: target };
      const env = environment({ ...shared, CARGO_TARGET_DIR: join(workers, "tls") });
      const { code, printed } = await ran("cargo", ["run", "--quiet", "--locked"], project, env);
      assert.equal(code, 1, printed);
      assert.equal(bytes[0], HANDSHAKE, printed);
      assert.match(printed, /Error: network\("getMe: no response/);
      await assertPinned();
    } finally {
      server.close();
    }
  });
}
