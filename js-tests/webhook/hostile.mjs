// Requests that no service sends, as bytes on a socket, and the status that each has to be answered with.
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { TOKEN } from "../support/recorder.mjs";

export const PATH = "/hook/s3cret-p4th";
export const SECRET = { name: "x-hook-secret", value: "another-s3cret" };
/** Milliseconds after which the handler under test answers bodies that end with the deadline. */
export const SHORT_DEADLINE_MS = 1500;
/** For all other bodies: longer than any machine needs. */
export const LONG_DEADLINE_MS = 600_000;
/** The body limit of the handler, the default. */
export const MAX_BODY_BYTES = 1 << 20;

/** Larger bodies are sent only if the head alone gets no answer. */
const LARGE_BODY_BYTES = 1 << 16;
/** How long such a body waits for that answer in each attempt, in milliseconds. A lost answer leads to another attempt. */
const HEAD_WAITS_MS = [200, 2_000, 20_000];

/** The options of the handler under test. */
export const OPTIONS = { baseUrl: "https://service.invalid", token: TOKEN, path: PATH, secretHeader: SECRET, deadlineMs: LONG_DEADLINE_MS };

let id = 1;
/** A delivery with a new identifier. */
export const update = (rest = '"message":{"message_id":1,"date":1,"chat":{"id":7,"type":"private"},"text":"hi"}') =>
  `{"update_id":${++id},${rest}}`;

const VALID_HEADERS = { "content-type": "application/json", [SECRET.name]: SECRET.value };
const padded = (size) => {
  const text = update();
  return text.slice(0, -1) + " ".repeat(size - text.length) + "}";
};
const nested = (depth) => update(`"x":${"[".repeat(depth)}${"]".repeat(depth)}`);
/** A body of these bytes, one for each character. */
const bytesOf = (text) => Buffer.from(text, "latin1");

const namedRows = (values, row) => Object.fromEntries(values.map(row));
const WHOLE_URL = "a whole URL with the path";
const IN_HOST = "the path in the Host";
/** True for requests whose URL some servers construct themselves before a program gets it. */
export const isOddTarget = (name) => name.startsWith(WHOLE_URL) || name.startsWith(IN_HOST);

/** Bodies of an announced length: a platform that reads them by itself also limits the time. */
export const SLOW = ["a body that drips", "a body that stops"];

/** Name → [status, or several if servers may respond before the program, the difference from a valid delivery]. */
export const HOSTILE = {
  ...Object.fromEntries(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"].map((method) => [`the verb ${method}`, [405, { method, body: "" }]])),
  "another path": [404, { path: "/" }],
  "a part of the path": [404, { path: PATH.slice(0, -1) }],
  "the path and more": [404, { path: `${PATH}/` }],
  "a path of 4000 characters": [404, { path: `/${"x".repeat(4000)}` }],
  "the path in another case": [404, { path: PATH.toUpperCase() }],
  "the path in a query": [404, { path: `/?${PATH}` }],
  "the path after two slashes": [404, { path: `/${PATH}` }],
  ...namedRows(["?", "#", "/?", "/#", "?x=", "#x/"], (between) => [`${WHOLE_URL} behind ${between}`, [[404, 400], { path: `http://h.example${between}${PATH}` }]]),
  ...namedRows(["?", "#", "/?"], (ending) => [`${IN_HOST} and ${ending}`, [[404, 400], { path: "/", headers: { host: `h.example${PATH}${ending}` } }]]),
  "the path with half an escape": [404, { path: `${PATH}%7` }],
  "the path with an escaped character": [200, { path: PATH.replace("s", "%73") }],
  "the path and a query": [200, { path: `${PATH}?a=/b` }],
  "no secret header": [401, { headers: { [SECRET.name]: undefined } }],
  "another secret header": [401, { headers: { [SECRET.name]: `${SECRET.value}x` } }],
  "an empty secret header": [401, { headers: { [SECRET.name]: "" } }],
  "a secret header of 8000 characters": [401, { headers: { [SECRET.name]: SECRET.value.padEnd(8000, "x") } }],
  "the secret header twice": [401, { headers: { [SECRET.name]: `${SECRET.value}\r\n${SECRET.name}: ${SECRET.value}` } }],
  "a form": [415, { headers: { "content-type": "application/x-www-form-urlencoded" } }],
  "plain text": [415, { headers: { "content-type": "text/plain; a=application/json" } }],
  "a type that begins alike": [415, { headers: { "content-type": "application/jsonp" } }],
  "two types": [415, { headers: { "content-type": "application/json, text/plain" } }],
  "two types, the first with a charset": [415, { headers: { "content-type": "application/json; charset=utf-8, text/plain" } }],
  gzip: [415, { headers: { "content-encoding": "gzip" }, body: gzipSync(update()) }],
  "gzip without its header": [400, { body: gzipSync(update()) }],
  "a charset": [200, { headers: { "content-type": "application/json; charset=utf-8" } }],
  "a charset in capitals and quotes": [200, { headers: { "content-type": 'APPLICATION/JSON ;Charset="UTF-8"' } }],
  "the charset of another text": [400, { headers: { "content-type": "application/json; charset=iso-8859-1" }, body: bytesOf(update('"message":{"text":"é"}')) }],
  "a charset that means nothing": [200, { headers: { "content-type": "application/json; charset=utf-16" } }],
  "the encoding identity": [200, { headers: { "content-encoding": "identity" } }],
  "no type": [200, { headers: { "content-type": undefined } }],
  "a content-length of 2 GB": [413, { headers: { "content-length": 2 ** 31 }, body: "{" }],
  "a body that never ends": [413, { endless: true }],
  "a body at the limit": [200, { body: padded(MAX_BODY_BYTES) }],
  "a body beyond the limit": [413, { body: padded(MAX_BODY_BYTES + 1) }],
  "a body beyond its length": [400, { headers: { "content-length": "10" } }],
  "a body in chunks": [200, { chunked: true }],
  "a body that drips": [408, { dripping: true }],
  "a body that stops": [408, { headers: { "content-length": 100 }, body: '{"update_id":1' }],
  "a body in chunks that drips": [408, { chunked: true, dripping: true }],
  "a body in chunks that stops": [408, { chunked: true, stops: true }],
  "an empty body": [400, { body: "" }],
  "white space": [400, { body: " \n " }],
  "a control character in a text": [400, { body: update('"x":"\u0001"') }],
  "overlong UTF-8": [400, { body: bytesOf(update('"x":"\xc0\x80"')) }],
  "half a surrogate pair in UTF-8": [400, { body: bytesOf(update('"x":"\xed\xa0\x80"')) }],
  "invalid UTF-8": [400, { body: bytesOf(update('"x":"\xff"')) }],
  "a replacement character, and nothing replaced": [200, { body: update('"x":"\ufffd"') }],
  "a replacement character and invalid UTF-8": [400, { body: bytesOf(update('"x":"\xef\xbf\xbd\xff"')) }],
  "a byte order mark and invalid UTF-8": [400, { body: bytesOf(`\xef\xbb\xbf${update('"x":"\xff"')}`) }],
  // Platforms replace them by a character of three bytes, so that no length tells.
  "three of the four bytes of a character": [[200, 400], { body: bytesOf(update('"x":"\xf0\x9f\x98"')) }],
  "UTF-16": [400, { body: Buffer.from(update(), "utf16le") }],
  "two byte order marks": [400, { body: `\ufeff\ufeff${update()}` }],
  "a byte order mark": [200, { body: `\ufeff${update()}` }],
  "two of a key": [200, { body: update('"update_id":900000001,"message":null,"message":{"text":"the last"}') }],
  "depth 10,000": [200, { body: nested(10_000) }],
  "depth 500,000": [200, { body: nested(500_000) }],
  "depth 100,000 and no end": [400, { body: `{"update_id":1,"x":${"[".repeat(100_000)}` }],
  NaN: [400, { body: '{"update_id":NaN}' }],
  "an identifier beyond 2^53": [400, { body: '{"update_id":9007199254740993}' }],
  "the greatest identifier": [200, { body: '{"update_id":9007199254740991}' }],
  "an identifier that is a string": [400, { body: '{"update_id":"1"}' }],
  "an identifier that is null": [400, { body: '{"update_id":null}' }],
  "no identifier": [400, { body: '{"message":{}}' }],
  "a chat beyond 2^53, which no answer can have": [200, { body: update('"message":{"message_id":1,"date":1,"chat":{"id":9007199254740993,"type":"private"},"text":"hi"}') }],
  "an identifier with a fraction": [400, { body: '{"update_id":1.5}' }],
  "an identifier with the fraction .0": [200, { body: update('"update_id":800000001.0') }],
  "an identifier with an exponent": [200, { body: update('"update_id":80000000.2e1') }],
  "the identifier -0": [200, { body: update('"update_id":-0') }],
  "the identifier 1e-400": [200, { body: update('"update_id":1e-400') }],
  "the identifier 1e999": [400, { body: '{"update_id":1e999}' }],
  "the identifier -1e999": [400, { body: '{"update_id":-1e999}' }],
  "another number beyond 2^53": [200, { body: update('"message":{"message_id":1e400,"date":9007199254740993}') }],
  "a number of 100,000 digits": [200, { body: update(`"x":${"9".repeat(100_000)}`) }],
  "a number with an exponent of 1000 digits": [200, { body: update(`"x":[1e${"9".repeat(1000)},1e-${"9".repeat(1000)}]`) }],
  "keys called __proto__": [200, { body: update('"__proto__":{"update_id":1,"message":{"text":"x"}},"constructor":{"prototype":{"polluted":1}}') }],
  "keys called then, length and toString": [200, { body: update('"then":{"a":1},"length":0,"toString":{},"message":{"text":"x"}') }],
  "half a surrogate pair": [200, { body: update('"message":{"text":"\\ud83d"}') }],
  "50,000 keys": [200, { body: update(Array.from({ length: 50_000 }, (_, index) => `"k${index}":0`).join()) }],
  "JSON with a comment": [400, { body: `${update()}//` }],
  "an array": [400, { body: `[${update()}]` }],
  "null": [400, { body: "null" }],
  "a string": [400, { body: '"update_id"' }],
  "a kind that is a string": [400, { body: update('"message":"hi"') }],
  "a kind that is null": [400, { body: update('"message":null') }],
  "a kind that is an array": [400, { body: update('"callback_query":[]') }],
  "an unknown kind": [200, { body: update('"poll":{"id":"1"},"new":null') }],
};

/** Sends a request of the table, or a valid one, and returns status, headers and body of the response. Has no time limit. */
export async function exchange(port, request = {}) {
  let answer;
  for (const headWaitMs of HEAD_WAITS_MS) {
    answer = await exchangeOnce(port, request, headWaitMs);
    // If a byte arrives after the server has closed the socket, the socket is reset and the answer is lost.
    const isLost = answer?.status === 0 && (request.dripping || request.body?.length > LARGE_BODY_BYTES);
    if (!isLost) break;
  }
  return answer;
}

async function exchangeOnce(port, { method = "POST", path = PATH, headers = {}, body = update(), endless, chunked, dripping, stops, breakOff }, headWaitMs) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const bytes = Buffer.from(body);
  const sized = endless || chunked ? { "transfer-encoding": "chunked" } : { "content-length": bytes.length };
  const head = Object.entries({ host: "bot.example", connection: "close", ...sized, ...VALID_HEADERS, ...headers }).filter(([, value]) => value !== undefined);
  let answer = "";
  let isClosed = false;
  let wake = () => {};
  socket.on("error", () => {});
  socket.on("data", (data) => ((answer += data.toString("latin1")), wake()));
  socket.on("drain", () => wake());
  socket.on("close", () => ((isClosed = true), wake()));
  const isAnswered = () => answer.includes("\r\n\r\n");
  /** Waits until the condition is true, the connection is closed, or the time is over. */
  const until = async (holds, ms) => {
    let isLate = false;
    const timer = ms && setTimeout(() => ((isLate = true), wake()), ms);
    while (!isClosed && !isLate && !holds()) await new Promise((resolve) => (wake = resolve));
    clearTimeout(timer);
  };
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
  if (breakOff) {
    socket.write(bytes.subarray(0, bytes.length / 2));
    await sleep(20);
    socket.destroy();
    return undefined;
  }
  const chunk = `10000\r\n${" ".repeat(1 << 16)}\r\n`;
  let sent = 0;
  // As clients do that expect "100 Continue": a socket closed while they send would hide the answer from them.
  if (bytes.length > LARGE_BODY_BYTES) await until(isAnswered, headWaitMs);
  for (let at = 0; dripping && !isClosed && !isAnswered() && at < bytes.length; at++) {
    const byte = bytes.subarray(at, at + 1);
    socket.write(chunked ? Buffer.concat([Buffer.from("1\r\n"), byte, Buffer.from("\r\n")]) : byte);
    await until(isAnswered, SHORT_DEADLINE_MS / 10);
  }
  if (stops) socket.write("1\r\n{\r\n");
  else if (chunked && !dripping) socket.write(`1\r\n{\r\n${(bytes.length - 1).toString(16)}\r\n${bytes.subarray(1)}\r\n0\r\n\r\n`);
  else if (!endless && !dripping && !isAnswered()) socket.write(bytes);
  while (endless && !isClosed && !isAnswered() && sent << 16 <= MAX_BODY_BYTES) {
    sent++;
    if (!socket.write(chunk)) await until(() => isAnswered() || !socket.writableNeedDrain);
  }
  await until(() => isAnswered() && (endless || method === "HEAD" || isWhole(answer)));
  socket.destroy();
  const [, status, rest] = /^HTTP\/1\.1 (\d+)[^\r]*\r\n([^]*)$/.exec(answer) ?? [undefined, 0, ""];
  const [fields, text = ""] = rest.split("\r\n\r\n");
  return { status: Number(status), headers: fields.toLowerCase(), text, sent };
}

function isWhole(answer) {
  const [head, body] = answer.split("\r\n\r\n");
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  return length !== undefined ? body.length >= Number(length) : /\r\n0$|^0$/.test(body.trimEnd());
}
