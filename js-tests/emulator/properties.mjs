// A schema-driven property tester (schemathesis, from PyPI) over the package's openapi.json, against the emulator on a
// port: no 5xx, no hang, every answer fits the schema. `node properties.mjs [command of schemathesis] [examples]`.

import { spawnSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { createEmulator, serve } from "botwire/emulator";

const [command = "schemathesis", examples = "25"] = process.argv.slice(2);
if (spawnSync(command, ["--version"]).status !== 0) {
  console.log(`${command} is not installed: pip install schemathesis`);
  process.exit(0);
}

// The identifiers that a tester likes to guess exist, so that more than "chat not found" is seen.
const emulator = createEmulator({ bots: [{ token: "1000001:token" }], longestPoll: 1, logSize: 0 });
for (const id of [1, 2, 3]) emulator.user({ id }).write("hello");
emulator.chat({ type: "supergroup", creator: 1, administrators: [emulator.bot], username: "group" });
const server = await serve(emulator, { port: 0 });

const api = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("botwire/openapi.json")), "utf8"));
api.servers = [{ url: server.url }];
api.paths = Object.fromEntries(
  Object.entries(api.paths).map(([path, { parameters, ...item }]) => [path.replace("{token}", emulator.token), item]),
);
const folder = mkdtempSync(join(tmpdir(), "botwire-properties-"));
const file = join(folder, "openapi.json");
writeFileSync(file, JSON.stringify(api));

const checks = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"];
const run = spawn(
  command,
  ["run", file, "--url", server.url, "--checks", checks.join(","), "--max-examples", examples, "--phases", "examples,coverage,fuzzing",
    "--mode", "all", "--seed", "1", "--request-timeout", "10", "--suppress-health-check", "all", "--generation-database", "none", "--no-color"],
  { stdio: "inherit", cwd: folder },
);
const [code] = await once(run, "close");
emulator.close();
await server.close();
rmSync(folder, { recursive: true });
process.exitCode = code;
