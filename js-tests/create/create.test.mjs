// `create-botwire`: its questions, its errors, and that it leaves no partial project.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../support/target.mjs";
import { temporary } from "../support/temporary.mjs";
import { built, environment, ran } from "./support.mjs";

const program = await built();
const { create } = await import(pathToFileURL(join(program, "src/main.js")));
const { filesOf, TEMPLATES } = await import(pathToFileURL(join(program, "src/templates.js")));
const { USAGE } = await import(pathToFileURL(join(program, "src/options.js")));
const bin = join(program, "bin.cjs");
const { version } = JSON.parse(readFileSync(join(program, "package.json"), "utf8"));

/** Runs the program with these arguments in a new folder. */
async function run(args, { folder = temporary(), env = environment() } = {}) {
  return { folder, ...(await ran("node", [bin, ...args], folder, env)) };
}

const REFUSED = {
  "--tempalte node my-bot": /Unknown option '--tempalte'; --help lists the options/,
  "--template cobol my-bot": /--template: expected node, worker, hono, deno, bun, vercel, lambda, rust-worker, rust-axum; got "cobol"/,
  "--template node --language coffee my-bot": /--language: expected ts, js; got "coffee"/,
  "--template rust-axum --language ts my-bot": /--language: the template rust-axum is written in Rust/,
  "--template deno --store redis my-bot": /--store for the template deno: expected deno-kv; got "redis"/,
  "--store floppy --yes my-bot": /--store: expected memory, .*; got "floppy"/,
  "--template node": /cannot ask questions without a terminal: pass a folder and --template, or use --yes/,
  "my-bot": /cannot ask questions without a terminal/,
  "--yes one two": /expected one folder, got one, two/,
  "--template": /Option '--template <value>' argument missing; --help lists the options/,
  "--template= my-bot": /got ""/,
  "--store redis --template worker my-bot": /--store for the template worker: expected durable-object; got "redis"/,
  "--yes My_Bot": /the name "My_Bot" is invalid: use at most 63 lower-case letters, digits and hyphens, and start with a letter, such as my-bot/,
  "--yes 7bots": /such as bots/,
  "--yes Ünicode": /such as unicode\n$/,
  "--yes Straßen_Bot": /such as strassen-bot\n$/,
  "--yes мой-bot": /and start with a letter\n$/,
  ...Object.fromEntries(["type", "match", "async", "self", "gen", "yield", "proc-macro"].map((name) => [`--yes ${name}`, new RegExp(`the name ${name} is reserved`)])),
  "--yes ..a": /lower-case letters, digits and hyphens/,
  "--yes @me/my-bot": /the name "@me\/my-bot" is invalid: a bot has no scope; use my-bot/,
  "--yes C:\\bots\\mine": /is invalid: .*such as (c-bots-)?mine|could not be written/,
  "--yes node_modules": /such as node-modules/,
  "--yes com1": /the name com1 is reserved/,
  "--yes nul": /the name nul is reserved/,
  "--yes botwire": /the name botwire is reserved, or a package of the project has it: choose another name/,
  "--yes --template hono bots/hono": /the name hono is reserved, or a package/,
  "--yes --template lambda --language ts my-bot": /needs Node 22\.18 or newer, and this is Node 20\..*: update Node, or use --language js/,
};
for (const [line, expected] of Object.entries(REFUSED)) {
  const isOld = !line.includes("lambda") || Number(process.versions.node.split(".")[0]) < 22;
  test(`refused, and nothing is made: ${line}`, { skip: !isOld && "this Node runs TypeScript" }, async () => {
    const { code, printed, folder } = await run(line.split(" "));
    assert.equal(code, 1);
    assert.match(printed, expected);
    assert.match(printed, /^create-botwire: [^\n]+\n$/);
    assert.deepEqual(readdirSync(folder), []);
  });
}

test("a folder that is not empty, and a file, are left as they are", async () => {
  const folder = temporary();
  mkdirSync(join(folder, "full"));
  writeFileSync(join(folder, "full/a.txt"), "mine");
  writeFileSync(join(folder, "file"), "mine");
  assert.match((await run(["--yes", "full"], { folder })).printed, /the folder .*full is not empty, it contains a\.txt: choose another name/);
  assert.match((await run(["--yes", "file"], { folder })).printed, /file is a file: choose another name/);
  assert.deepEqual([readdirSync(folder).sort(), readdirSync(join(folder, "full"))], [["file", "full"], ["a.txt"]]);
});

test("a folder in which nothing can be written", { skip: process.getuid?.() === 0 && "root may write everywhere" }, async () => {
  const folder = temporary();
  chmodSync(folder, 0o500);
  const { code, printed } = await run(["--yes", "--no-install", "my-bot"], { folder });
  assert.equal(code, 1);
  assert.match(printed, /my-bot could not be written: EACCES/);
});

test("an empty folder, the one of the terminal, and folders that are not there yet", async () => {
  const parent = temporary();
  mkdirSync(join(parent, "here/.git"), { recursive: true });
  const here = await run(["--yes", "--no-install", "."], { folder: join(parent, "here") });
  assert.equal(here.code, 0, here.printed);
  assert.ok(existsSync(join(parent, "here/package.json")));
  const deep = await run(["--yes", "--no-install", "a/b/my-bot"], { folder: parent });
  assert.equal(deep.code, 0, deep.printed);
  assert.match(deep.printed, /cd a\/b\/my-bot\n {2}npm install\n {2}npm run dev\n/);
  assert.deepEqual(readdirSync(join(parent, "a/b")), ["my-bot"]);
});

test("the folder has the mode of any other new folder", { skip: process.platform === "win32" && "it has no modes" }, async () => {
  const folder = temporary();
  const { code, printed } = await ran("sh", ["-c", 'umask 022; node "$1" --yes --no-install my-bot; mkdir other', "sh", bin], folder);
  assert.equal(code, 0, printed);
  assert.equal(statSync(join(folder, "my-bot")).mode, statSync(join(folder, "other")).mode);
});

test("an old Node can read the program, which says what is needed", async () => {
  const source = readFileSync(bin, "utf8");
  assert.doesNotMatch(source, /=>|`|\bconst\b|\blet\b|\?\./);
  const folder = temporary();
  writeFileSync(join(folder, "old.cjs"), `Object.defineProperty(process.versions, "node", { value: "16.20.2" }); require(${JSON.stringify(bin)});`);
  const { code, printed } = await ran("node", ["old.cjs"], folder);
  assert.deepEqual([code, printed], [1, "create-botwire needs Node 20 or newer, and this is Node 16.20.2. Get it from https://nodejs.org\n"]);
});

test("without a network the project is there, and the output says what is missing", async () => {
  const env = environment({ npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0", npm_config_cache: temporary() });
  const { code, printed, folder } = await run(["--template", "node", "--language", "js", "my-bot"], { env });
  assert.equal(code, 1);
  assert.match(printed, /The packages were not installed, but the project is complete\. To try again, run npm install in my-bot\./);
  assert.deepEqual(readdirSync(folder), ["my-bot"]);
  assert.ok(!existsSync(join(folder, "my-bot/node_modules")));
});

test("help and version", async () => {
  const { printed } = await run(["--help"]);
  assert.match(printed, /^Usage: npm create botwire@latest \[folder\] -- \[options\]\n/);
  assert.ok(printed.split("\n").every((line) => line.length <= 80));
  for (const name of Object.keys(TEMPLATES)) assert.ok(printed.includes(name), name);
  assert.equal((await run(["--version"])).printed, `${version}\n`);
  const readme = readFileSync(join(program, "README.md"), "utf8");
  for (const [name, { stores }] of Object.entries(TEMPLATES)) {
    assert.match(readme, new RegExp(`^\\| \`${name}\` \\|.*\\| ${stores.map((store) => `\`${store}\``).join(", ")} \\|$`, "m"));
  }
});

/** Answers the questions when they are asked. Returns the printed text. */
async function answered(args, answers, node = "24.0.0") {
  const folder = temporary();
  const [input, output] = [Object.assign(new PassThrough(), { isTTY: true }), new PassThrough()];
  let printed = "";
  output.on("data", (data) => {
    printed += data;
    if (!/\): $/.test(printed)) return;
    if (answers.length > 0) input.write(`${answers.shift().replace("HERE", folder)}\n`);
    else input.end();
  });
  const made = create([...args, "--no-install"], { input, output, node });
  await made.catch((error) => (printed += error.message));
  return { folder, printed, answers };
}

test("on a terminal it asks what the options do not say, and again after a wrong answer", async () => {
  const { folder, printed, answers } = await answered([], ["HERE/My Bot", "HERE/my-bot", "9.5", "1", "redis", "js"]);
  assert.deepEqual(answers, []);
  assert.match(printed, /such as my-bot\nFolder of the bot \(my-bot\): /);
  assert.match(printed, / {2}1 {2}node {9}Node, with polling/);
  assert.match(printed, /expected a number from 1 to 9 or a name, got 9\.5/);
  assert.match(printed, /Created .*my-bot: .*, in JavaScript\./);
  assert.ok(existsSync(join(folder, "my-bot/src/server.js")));
});

test("nothing is asked twice, and nothing that has one answer", async () => {
  const folder = temporary();
  const worker = await answered(["--template", "worker", join(folder, "my-bot")], [""]);
  assert.deepEqual(worker.answers, []);
  assert.match(worker.printed, /Which language\?/);
  assert.ok(existsSync(join(folder, "my-bot/src/index.ts")));
  const rust = await answered(["--template", "rust-axum", join(folder, "my-rust-bot")], []);
  assert.doesNotMatch(rust.printed, /\?/);
  // A Node that does not run TypeScript.
  await answered(["--template", "node", "--store", "memory", join(folder, "my-old-bot")], [], "20.0.0");
  assert.ok(existsSync(join(folder, "my-old-bot/main.js")));
});

const hasScript = process.platform === "linux" && existsSync("/usr/bin/script");
test("on a terminal of the system", { skip: !hasScript && "needs the program `script` to open a terminal" }, async () => {
  const folder = temporary();
  const running = spawn("script", ["-qec", `node ${bin} --no-install`, "/dev/null"], { cwd: folder, env: environment() });
  let printed = "";
  const answers = ["my-bot", "worker", "js"];
  running.stdout.on("data", (data) => {
    printed += data;
    if (printed.split("): ").length - 1 > 3 - answers.length && answers.length > 0) running.stdin.write(`${answers.shift()}\n`);
  });
  await once(running, "close");
  assert.match(printed, /Created my-bot: Cloudflare Workers, in JavaScript\./);
  assert.ok(existsSync(join(folder, "my-bot/src/index.js")));
});

test("Ctrl+C at a question ends it, and nothing is made", { skip: !hasScript && "needs the program `script` to open a terminal" }, async () => {
  const folder = temporary();
  const running = spawn("script", ["-qec", `node ${bin}`, "/dev/null"], { cwd: folder, env: environment() });
  let printed = "";
  let isPressed = false;
  running.stdout.on("data", (data) => {
    printed += data;
    if (!printed.includes("): ") || isPressed) return;
    isPressed = true;
    running.stdin.write("\x03");
  });
  await once(running, "close");
  assert.match(printed, /create-botwire: nothing was created/);
  assert.deepEqual(readdirSync(folder), []);
});

test("Ctrl+C during the installation leaves a complete project, and says how to continue", { skip: process.platform === "win32" && "it has no signals" }, async () => {
  const [folder, programs] = [temporary(), temporary()];
  writeFileSync(join(programs, "npm"), "#!/bin/sh\necho installing\nexec sleep 600\n");
  chmodSync(join(programs, "npm"), 0o755);
  const env = environment();
  env.PATH = `${programs}${delimiter}${env.PATH}`;
  const running = spawn("node", [bin, "--yes", "--language", "js", "my-bot"], { cwd: folder, env, detached: true });
  let printed = "";
  running.stdout.on("data", (data) => {
    printed += data;
    if (String(data).includes("installing\n")) process.kill(-running.pid, "SIGINT");
  });
  const [code] = await once(running, "close");
  assert.equal(code, 130, printed);
  assert.match(printed, /The packages were not installed, but the project is complete\. To try again, run npm install in my-bot\./);
  const { files } = JSON.parse(readFileSync(join(program, "templates.json"), "utf8"))["node/memory/js"];
  assert.deepEqual([readdirSync(folder), readdirSync(join(folder, "my-bot")).sort()], [["my-bot"], Object.keys(files).sort()]);
});

test("a terminal that is closed ends it, and nothing is made", async () => {
  const { folder, printed } = await answered([], ["HERE/my-bot"]);
  assert.match(printed, /nothing was created$/);
  assert.deepEqual(readdirSync(folder), []);
});

test("the help, the README and the pages say which templates need a newer Node in TypeScript", () => {
  const enginesOf = (template) => {
    const [store] = TEMPLATES[template].stores;
    return JSON.parse(filesOf({ template, store, language: "ts" }).files["package.json"] ?? "{}").engines?.node;
  };
  const newer = Object.keys(TEMPLATES).filter((template) => !template.startsWith("rust-") && enginesOf(template) === ">=22.18");
  assert.deepEqual(newer, ["node", "vercel", "lambda"]);
  const said = (text) => text.replace(/\s+/g, " ");
  assert.match(said(USAGE), /ts needs Node 22\.18 or newer for the templates node, vercel and lambda /);
  assert.match(said(readFileSync(join(root, "create-botwire/README.md"), "utf8")), /the templates `node`, `vercel` and `lambda` run TypeScript in Node directly, which needs Node 22\.18 or newer/);
  for (const name of readdirSync(join(root, "docs/hosts"))) {
    const page = said(readFileSync(join(root, "docs/hosts", name), "utf8"));
    const [, template] = /npm create botwire@latest my-bot -- --template (\w+) --language ts/.exec(page) ?? [];
    if (template) assert.equal(/`--language ts`[^.]* Node 22\.18 or newer/.test(page), newer.includes(template), name);
  }
});

test("no project says what is only true of an example, and none has a file that its language does not need", () => {
  const all = JSON.parse(readFileSync(join(program, "templates.json"), "utf8"));
  const expected = Object.entries(TEMPLATES).flatMap(([template, { stores }]) => stores.flatMap((store) => (template.startsWith("rust-") ? ["rust"] : ["ts", "js"]).map((language) => `${template}/${store}/${language}`)));
  assert.deepEqual(Object.keys(all).sort(), expected.sort());
  for (const [key, { name, files }] of Object.entries(all)) {
    for (const [path, text] of Object.entries(files)) {
      assert.doesNotMatch(text.replaceAll(name, "my-bot"), /botwire-example|Copy this folder/, `${key}: ${path}`);
      if (key.endsWith("/js")) assert.doesNotMatch(path + text, /\.ts\b|tsc|TypeScript|: (string|number)\b|@types/, `${key}: ${path}`);
    }
    assert.ok(files["README.md"].split("\n").length <= 42, key);
    assert.ok(files["README.md"].startsWith("# "), key);
  }
});

test("a project says whether it needs a public address", async () => {
  const created = async (...options) => (await run(["--yes", "--no-install", "--language", "js", "my-bot", ...options])).printed;
  assert.match(await created(), /Created my-bot: Node, with polling \(needs no public address\), in JavaScript\./);
  for (const store of ["redis", "postgres"]) assert.match(await created("--store", store), /Created my-bot: Node, with a webhook \(needs a public address\), in JavaScript\./);
});
