// Services that break the rules of HTTP: a call ends as one by `fetch` does, shows no token, and leaves no connection behind.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { Bot, download } from "botwire";
import { RESULT, serveRaw, TOKEN } from "./servers.mjs";

const { fetch } = globalThis;
const head = (lines, body = "") => `HTTP/1.1 200 OK\r\n${lines}\r\n${body}`;
const sized = (body, lines = "") => head(`content-length: ${Buffer.byteLength(body)}\r\n${lines}`, body);
const chunked = (...chunks) => head("transfer-encoding: chunked\r\n", chunks.join(""));
const WHOLE = sized(RESULT);

/** The response of the service, and true to end the connection after it. */
const MODES = {
  "nothing, and hangs up": ["", true],
  "nothing": [""],
  "a line of nonsense": ["nonsense\r\n\r\n"],
  "binary": [Buffer.from([0, 255, 22, 3, 1, 0])],
  "a record of TLS": [Buffer.from([21, 3, 1, 0, 2, 2, 40]), true],
  "HTTP/0.9": [RESULT, true],
  "HTTP/1.0 without a length": [`HTTP/1.0 200 OK\r\n\r\n${RESULT}`, true],
  "HTTP/1.0 kept alive": [`HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: ${RESULT.length}\r\n\r\n${RESULT}`],
  "HTTP/2.0": [`HTTP/2.0 200 OK\r\ncontent-length: ${RESULT.length}\r\n\r\n${RESULT}`],
  "HTTP/9.9": [`HTTP/9.9 200 OK\r\ncontent-length: ${RESULT.length}\r\n\r\n${RESULT}`],
  "the preface of HTTP/2": [Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])],
  "a cut status line": ["HTTP/1.1 2", true],
  "a status of two digits": ["HTTP/1.1 20 OK\r\ncontent-length: 0\r\n\r\n"],
  "a status of four digits": ["HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n"],
  "status 999": ["HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n"],
  "status 000": ["HTTP/1.1 000 None\r\ncontent-length: 0\r\n\r\n"],
  "no reason": [`HTTP/1.1 200\r\ncontent-length: ${RESULT.length}\r\n\r\n${RESULT}`],
  "cut headers": [head("content-le").slice(0, -4), true],
  "headers without an end": [`HTTP/1.1 200 OK\r\n${"a: b\r\n".repeat(50)}`],
  "headers of 64 kB": [sized(RESULT, `big: ${"x".repeat(65_536)}\r\n`)],
  "10,000 headers": [sized(RESULT, "a: b\r\n".repeat(10_000))],
  "a header without a name": [sized(RESULT, ": b\r\n")],
  "a header with a space in its name": [sized(RESULT, "a b: c\r\n")],
  "a header with a NUL": [sized(RESULT, "a: b\0c\r\n")],
  "a folded header": [sized(RESULT, "a: b\r\n c\r\n")],
  "bare line feeds": [WHOLE.replaceAll("\r\n", "\n")],
  "two lengths that differ": [sized(RESULT, "content-length: 3\r\n")],
  "two lengths alike": [sized(RESULT, `content-length: ${RESULT.length}\r\n`)],
  "a negative length": [head("content-length: -1\r\n", RESULT)],
  "a length that is not a number": [head("content-length: 1e3\r\n", RESULT)],
  "a length beyond 64 bits": [head("content-length: 99999999999999999999999\r\n", RESULT)],
  "a length that is too large, and hangs up": [head("content-length: 999\r\n", RESULT), true],
  "a length that is too large": [head("content-length: 999\r\n", RESULT)],
  "a length that is too small": [head("content-length: 5\r\n", RESULT), true],
  "a length and chunks": [head("content-length: 5\r\ntransfer-encoding: chunked\r\n", `${RESULT.length.toString(16)}\r\n${RESULT}\r\n0\r\n\r\n`)],
  "no length, and hangs up": [head("", RESULT), true],
  "no length": [head("", RESULT)],
  "chunks": [chunked(`${RESULT.length.toString(16)}\r\n${RESULT}\r\n0\r\n\r\n`)],
  "chunks with extensions and trailers": [chunked(`${RESULT.length.toString(16)};a=b\r\n${RESULT}\r\n0\r\na: b\r\n\r\n`)],
  "chunks that are cut": [chunked("ff\r\nabc"), true],
  "chunks without an end": [chunked(`${RESULT.length.toString(16)}\r\n${RESULT}\r\n`), true],
  "a chunk whose size is not a number": [chunked("zz\r\nabc\r\n0\r\n\r\n")],
  "a chunk of more than 64 bits": [chunked("fffffffffffffffffff\r\nabc")],
  "an unknown transfer encoding": [head("transfer-encoding: gzip\r\n", RESULT), true],
  "100 Continue first": [`HTTP/1.1 100 Continue\r\n\r\n${WHOLE}`],
  "103 Early Hints first": [`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${WHOLE}`],
  "1,000 informational responses first": ["HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000) + WHOLE],
  "101 Switching Protocols": ["HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"],
  "101 without Upgrade": ["HTTP/1.1 101 Switching Protocols\r\n\r\n"],
  "200 with Upgrade": [sized(RESULT, "connection: upgrade\r\nupgrade: websocket\r\n")],
  "204 with a body": [`HTTP/1.1 204 No Content\r\ncontent-length: ${RESULT.length}\r\n\r\n${RESULT}`],
  "205": ["HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n"],
  "304": ["HTTP/1.1 304 Not Modified\r\n\r\n"],
  "401 with a challenge": [`HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Basic\r\ncontent-length: 0\r\n\r\n`],
  "407": ["HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n"],
  "421": ["HTTP/1.1 421 Misdirected Request\r\ncontent-length: 0\r\n\r\n"],
  "503 with Retry-After": ["HTTP/1.1 503 Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n"],
  "a redirect without a location": ["HTTP/1.1 302 Found\r\ncontent-length: 0\r\n\r\n"],
  "a redirect to the token": [`HTTP/1.1 302 Found\r\nlocation: https://elsewhere.invalid/bot${TOKEN}/\r\ncontent-length: 0\r\n\r\n`],
  "two responses at once": [WHOLE + sized('{"ok":true,"result":"other"}')],
  "cookies": [sized(RESULT, "set-cookie: a=b\r\nset-cookie: c=d\r\n")],
  "gzip that is cut": [Buffer.concat([Buffer.from(head("content-encoding: gzip\r\n")), gzipSync(RESULT).subarray(0, 15)]), true],
  "gzip with more behind it": [Buffer.concat([Buffer.from(head("content-encoding: gzip\r\n")), gzipSync(RESULT), Buffer.from("more")]), true],
  "an empty body that claims gzip": [head("content-encoding: gzip\r\ncontent-length: 0\r\n")],
  "the token in a status line": [`HTTP/1.1 200 ${TOKEN}\u0001\r\n\r\n`],
  "the token in a header that is wrong": [sized(RESULT, `${TOKEN} ${TOKEN}: a\r\n`)],
  "the token in a page": [`HTTP/1.1 502 Bad\r\ncontent-length: 60\r\n\r\n${TOKEN.padEnd(60)}`],
  "a reset": ["reset"],
  "interim responses without an end": ["103"],
};

/** Those that end by the timeout only. */
const ENDLESS = ["nothing", "interim responses without an end", "headers without an end", "a length that is too large", "no length", "101 without Upgrade", "the token in a status line", "gzip with more behind it"];
const timeoutOf = (mode) => (ENDLESS.includes(mode) ? 150 : 20_000);

/**
 * Differences between the parsers of `node:http` and `fetch`: the former is stricter in headers, and supports more of
 * HTTP.
 */
const DIFFERENCES = {
  "a header without a name": { kind: "network", status: undefined },
  "a header with a space in its name": { kind: "network", status: undefined },
  "a folded header": { kind: "network", status: undefined },
  "100 Continue first": "success",
  "101 without Upgrade": { kind: "http", status: 101 },
  "407": { kind: "http", status: 407 },
  // `fetch` may wait forever in these cases.
  "gzip with more behind it": { kind: "network", status: undefined },
  "status 000": { kind: "http", status: 0 },
  "interim responses without an end": { kind: "network", status: undefined },
};

async function writeForEver(socket, text) {
  while (!socket.destroyed) {
    socket.write(text);
    await setTimeout(1);
  }
}

/** How a call or a download ends: its result, or the kind and the status of its error. */
async function outcome(mode, deed, options) {
  const [bytes, hangsUp] = MODES[mode];
  const service = await serveRaw((socket) => {
    if (bytes === "reset") return socket.resetAndDestroy();
    if (bytes === "103") return void writeForEver(socket, "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100));
    socket.write(bytes);
    if (hangsUp) setTimeout(5).then(() => socket.end());
  });
  const bot = new Bot({ baseUrl: `http://127.0.0.1:${service.port}`, token: TOKEN, timeoutMs: timeoutOf(mode), ...options });
  try {
    return { result: await deed(bot, timeoutOf(mode)) };
  } catch (error) {
    assert.ok(!inspect(error, { depth: 9, showHidden: true }).includes(TOKEN.slice(10)), "the token is shown");
    return { kind: error.kind, status: error.status };
  } finally {
    bot.close();
    // A pool of `fetch` has its own time.
    if (!options) while (service.sockets.size > 0) await setTimeout(5);
  }
}

const DEEDS = {
  "a call": (bot) => bot.getMe(),
  "an upload": (bot) => bot.sendDocument({ chat_id: 1, document: new Blob(["content"]) }),
  "a download": async (bot, timeoutMs) => (await download(bot, { file_id: "a", file_path: "a" }, { timeoutMs })).text(),
};
for (const [what, deed] of Object.entries(DEEDS)) {
  describe(what, () => {
    for (const mode of Object.keys(MODES)) {
      test(mode, async () => {
        const [own, byFetch] = await Promise.all([outcome(mode, deed), outcome(mode, deed, { fetch: (url, init) => fetch(url, init) })]);
        const success = { result: what === "a download" ? RESULT : true };
        const expected = DIFFERENCES[mode] ?? byFetch;
        assert.deepEqual(own, expected === "success" ? success : expected);
      });
    }
  });
}
