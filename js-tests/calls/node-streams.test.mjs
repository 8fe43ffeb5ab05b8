// Streams of Node as files: of a file, a socket, standard input; destroyed, failing and missing ones.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { createReadStream, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { PassThrough, Readable } from "node:stream";
import { promisify } from "node:util";
import { recorded } from "../support/recorded.mjs";
import { listen } from "../support/serve.mjs";
import { ok } from "../support/recorder.mjs";
import { temporary } from "../support/temporary.mjs";

const { service, botWith } = await recorded(ok());
beforeEach(() => service.clear());

const folder = temporary();
const file = join(folder, "a.bin");
const bytes = Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7) % 251);
writeFileSync(file, bytes);
const send = async (document, options) => {
  await botWith().sendDocument({ chat_id: 1, document }, options);
  return service.requests.at(-1).params.document;
};

test("a file on disk, alone and with a name", async () => {
  assert.deepEqual(new Uint8Array((await send(createReadStream(file))).bytes), bytes);
  const named = await send({ data: createReadStream(file), name: "report.pdf", type: "application/pdf" });
  assert.deepEqual([named.name ?? named.filename, named.type], ["report.pdf", "application/pdf"]);
});

test("Strings, Buffers, a transform and a generator", async () => {
  const text = async (stream) => Buffer.from((await send(stream)).bytes).toString();
  assert.equal(await text(Readable.from(["é", Buffer.from("b")])), "éb");
  assert.equal(await text(createReadStream(file, { encoding: "latin1", start: 0, end: 2 })), "\u0000\u0007\u000e");
  const pass = new PassThrough();
  pass.write("a");
  setImmediate(() => pass.end("b"));
  assert.equal(await text(pass), "ab");
});

test("a socket, and standard input of a process", async () => {
  const { port, close } = await listen(createServer((socket) => socket.end("from a socket")));
  assert.equal(Buffer.from((await send(connect(port, "127.0.0.1"))).bytes).toString(), "from a socket");
  await close();
  const program = `
    const { Bot } = await import(${JSON.stringify(import.meta.resolve("botwire"))});
    await new Bot({ baseUrl: ${JSON.stringify(service.baseUrl)}, token: "1:a" }).sendDocument({ chat_id: 1, document: process.stdin });`;
  const child = promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  child.child.stdin.end("from standard input");
  await child;
  assert.equal(Buffer.from(service.requests.at(-1).params.document.bytes).toString(), "from standard input");
});

test("a stream that fails in the middle rejects the call, and nothing is sent", async () => {
  const failing = Readable.from((async function* () { yield "a"; throw new Error("the disk is gone"); })());
  await assert.rejects(send(failing), { kind: "network", message: /^sendDocument: a file could not be read: the disk is gone$/ });
  await assert.rejects(send(Readable.from([{ a: 1 }])), { kind: "validation", message: /bytes or Strings in file, got an object/ });
  assert.equal(service.requests.length, 0);
});

test("a missing file rejects the call, and does not end the process", async () => {
  const missing = join(folder, "missing");
  await assert.rejects(send(createReadStream(missing)), { kind: "network", code: "ENOENT" });
  // Also if the call is refused for another reason, or long after the stream has failed.
  const early = createReadStream(missing);
  await assert.rejects(botWith().sendDocument({ chat_id: {}, document: early }), { kind: "validation" });
  await new Promise((resolve) => early.once("close", resolve));
  await assert.rejects(send(early), { code: "ENOENT" });
  const program = `
    import { createReadStream } from "node:fs";
    const { Bot } = await import(${JSON.stringify(import.meta.resolve("botwire"))});
    const bot = new Bot({ baseUrl: ${JSON.stringify(service.baseUrl)}, token: "1:a" });
    await bot.sendDocument({ chat_id: 1, document: createReadStream("missing") }).catch((error) => console.log(error.code));
    setTimeout(() => console.log("still there"), 10);`;
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }), "ENOENT\nstill there\n");
});

test("a destroyed stream, and one that was read, are refused by name", async () => {
  const destroyed = createReadStream(file).destroy();
  await assert.rejects(send(destroyed), { kind: "validation", message: /document: .*, got a stream that was read or destroyed$/ });
  const read = Readable.from(["a"]);
  for await (const _ of read);
  await assert.rejects(send(read), { kind: "validation", message: /got a stream that was read or destroyed$/ });
});

test("an aborted call ends its stream", async () => {
  const endless = new Readable({ read() { setImmediate(() => this.push("a")); } });
  await assert.rejects(send(endless, { signal: AbortSignal.timeout(50) }), { kind: "aborted" });
  if (!endless.destroyed) await new Promise((resolve) => endless.once("close", resolve));
  assert.equal(service.requests.length, 0);
});
