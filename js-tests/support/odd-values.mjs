// Values of every JavaScript kind that could break a careless reader, made anew for each use: the one list of them.
import { runInNewContext } from "node:vm";

const cyclic = () => {
  const object = { chat_id: 1 };
  object.self = object;
  return object;
};
const cyclicArray = () => {
  const array = [];
  array.push([array]);
  return array;
};
const deep = (levels, wrap) => {
  let value = "x";
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
};
/** Made once, since making it takes longer than most calls with it. */
const once = (make) => {
  let made;
  return () => (made ??= make());
};
const revoked = (target) => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const boom = () => { throw new Error("a trap of the caller"); };
const throwingProxy = (target = {}) => new Proxy(target, new Proxy({}, { get: () => boom }));
const realm = (code) => runInNewContext(code);
const detached = () => {
  const buffer = new ArrayBuffer(8);
  structuredClone(buffer, { transfer: [buffer] });
  return buffer;
};
const lockedStream = () => {
  const stream = new ReadableStream();
  stream.getReader();
  return stream;
};
const usedResponse = () => {
  const response = new Response("a");
  response.text();
  return response;
};

/** Name → maker. */
export const ODD_VALUES = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  zero: () => 0,
  five: () => 5,
  negative: () => -1,
  fraction: () => 0.5,
  "-0": () => -0,
  NaN: () => NaN,
  Infinity: () => -Infinity,
  "2^53": () => 2 ** 53,
  "1e308": () => 1e308,
  "5e-324": () => 5e-324,
  bigint: () => 5n,
  "a huge bigint": () => 2n ** 4096n,
  "an empty string": () => "",
  "a text": () => "text",
  "control characters": () => "\0\n\u202e",
  "a lone surrogate": () => "a\ud800b",
  "a lone low surrogate": () => "\udc00",
  "a key that is a lone surrogate": () => ({ "\ud800": 1 }),
  NUL: () => "\0",
  "a string of 200 kB": once(() => "é".repeat(100_000)),
  "a symbol": () => Symbol("s"),
  "a registered symbol": () => Symbol.for("botwire"),
  "a function": () => () => boom(),
  "a function that gives a number": () => () => 5,
  "a class": () => class A {},
  "an async generator": () => (async function* () {})(),
  "an object": () => ({}),
  "an array": () => [],
  "an array with holes": () => [, 1, , 2],
  "an array of odd values": () => [NaN, undefined, null, Symbol("s"), () => {}],
  "an array with a property": () => Object.assign([1], { a: 2 }),
  "an object without a prototype": () => Object.assign(Object.create(null), { chat_id: 1, text: "a" }),
  "an object with symbols": () => ({ [Symbol("s")]: 1, chat_id: 1 }),
  "a cyclic object": cyclic,
  "a cyclic array": cyclicArray,
  "100,000 nested objects": once(() => deep(100_000, (value) => ({ value }))),
  "100,000 nested arrays": once(() => deep(100_000, (value) => [value])),
  "65 nested objects": () => deep(65, (value) => ({ value })),
  "an object of 2,000 keys": once(() => Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index]))),
  "a getter that throws": () => Object.defineProperty({}, "chat_id", { enumerable: true, get: boom }),
  "a getter that counts": () => ({ count: 0, get chat_id() { return ++this.count; } }),
  "a getter that grows its object": () => ({
    get chat_id() {
      this[`more${Object.keys(this).length}`] = 1;
      return 1;
    },
  }),
  "a getter that gives a new value each time": () => ({
    get text() {
      return Math.random() < 0.5 ? "a" : { a: Symbol("s") };
    },
  }),
  "a getter that throws nothing": () =>
    Object.defineProperty({}, "chat_id", { enumerable: true, get() { throw undefined; } }),
  "a proxy whose traps throw": throwingProxy,
  "a proxy of an array whose traps throw": () => throwingProxy([]),
  "a proxy of a function whose traps throw": () => throwingProxy(() => {}),
  "a revoked proxy": () => revoked({}),
  "a revoked proxy of an array": () => revoked([]),
  "a revoked proxy of a function": () => revoked(() => {}),
  "a proxy with endless keys": () =>
    new Proxy(
      {},
      {
        ownKeys: () => Array.from({ length: 1000 }, (_, index) => `k${index}`),
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
        get: (_, key) => (typeof key === "string" ? key : undefined),
      },
    ),
  "a proxy that nests without end": function endless() {
    return new Proxy(
      {},
      {
        ownKeys: () => ["a"],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
        get: (_, key) => (key === "a" ? endless() : undefined),
      },
    );
  },
  "an object whose toJSON gives undefined": () => ({ toJSON: () => undefined }),
  "an object whose toJSON gives a text": () => ({ toJSON: () => "text" }),
  "an object whose toJSON throws": () => ({ toJSON: boom }),
  "an object whose toJSON lies": () => ({ toJSON: () => Symbol("s") }),
  "an object whose toString throws": () => ({ toString: boom, valueOf: boom, [Symbol.toPrimitive]: boom }),
  "an object whose toStringTag throws": () => Object.defineProperty({}, Symbol.toStringTag, { get: boom }),
  "a thenable that throws": () => ({ then: boom }),
  "a thenable that never calls back": () => ({ then() {} }),
  "a Date": () => new Date(0),
  "an invalid Date": () => new Date(NaN),
  "a Map": () => new Map([["chat_id", 1]]),
  "a Set": () => new Set([1]),
  "a WeakMap": () => new WeakMap(),
  "a RegExp": () => /a/g,
  "a Promise": () => Promise.resolve(1),
  "a boxed String": () => new String("a"),
  "a boxed Number": () => new Number(NaN),
  "a boxed Symbol": () => Object(Symbol("s")),
  "an Error": () => new Error("e"),
  "a URL": () => new URL("https://a.example"),
  "a Uint8Array": () => new Uint8Array(3),
  "a DataView": () => new DataView(new ArrayBuffer(3)),
  "a proxy of bytes": () => new Proxy(new Uint8Array(3), {}),
  "bytes that lie about their length": () => Object.defineProperty(new Uint8Array(3), "length", { value: 1e9 }),
  "an object that says it is an ArrayBuffer": () => ({ [Symbol.toStringTag]: "ArrayBuffer", byteLength: 1e9 }),
  "a BigInt64Array": () => new BigInt64Array(3),
  "a Uint8Array of another realm": () => realm("new Uint8Array(3)"),
  "an object of another realm": () => realm("({ chat_id: 1, text: 'a', list: [1, { b: 2 }] })"),
  "a cyclic object of another realm": () => realm("const a = { b: [] }; a.b.push(a); a"),
  "a function of another realm": () => realm("(() => {})"),
  "a throwing proxy of another realm": () =>
    realm("new Proxy({}, { ownKeys() { throw 1 }, get() { throw 2 }, getPrototypeOf() { throw 3 }, has() { throw 4 } })"),
  "a detached ArrayBuffer": detached,
  "a typed array of a detached buffer": () => {
    const array = new Uint8Array(8);
    structuredClone(array.buffer, { transfer: [array.buffer] });
    return array;
  },
  "a SharedArrayBuffer": () => new SharedArrayBuffer(8),
  "a growable buffer": () => new ArrayBuffer(8, { maxByteLength: 16 }),
  "a locked stream": lockedStream,
  "a stream that fails": () => new ReadableStream({ pull: boom }),
  "a stream of strings": () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue("a");
        controller.close();
      },
    }),
  "a used Response": usedResponse,
  "a Request": () => new Request("https://a.example"),
  "Response.prototype": () => Response.prototype,
  "Blob.prototype": () => Blob.prototype,
  "an object that inherits from Blob": () => Object.create(Blob.prototype),
  "an object that says it is a Blob": () => ({ [Symbol.toStringTag]: "Blob", size: 3, type: "x" }),
  "a Blob that throws": () => ({ arrayBuffer: boom }),
  "a Blob of a number": () => ({ arrayBuffer: async () => 5, type: "image/png" }),
  "a party of odd parts": () => ({ id: Symbol("id"), bot: {}, chat: "x", message_id: {} }),
  "options of odd parts": () => ({ timeoutMs: "soon", text: 5, type: 5, members: 5, user: NaN, by: null, from: 5, to: null, location: 5 }),
  "{ data } of odd parts": () => ({ data: Symbol("s"), name: {}, type: 5 }),
  "{ data } with an odd name": () => ({ data: "x", name: Symbol("x") }),
  "{ data } with an odd type": () => ({ data: "x", type: {} }),
  "{ data } whose getters throw": () => Object.defineProperty({}, "data", { enumerable: true, get: boom }),
  "{ data } with a hostile name": () => ({ data: new Uint8Array(1), name: '\ud800\r\n"', type: "\ud800" }),
  globalThis: () => globalThis,
  arguments: (function () { return () => arguments; })(1, 2),
  "a module namespace": () => import.meta,
};
