// Values that no caller should give, and those that are right, from a seed.

const nested = (depth) => {
  let value = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const throws = () => {
  throw new Error("a getter of the caller");
};

function cyclic() {
  const value = { data: "x" };
  value.self = value;
  return value;
}

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function detached() {
  const bytes = new Uint8Array(8);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

const everyTrap = new Proxy({}, { get: () => throws });

/** Makers, as some values are used up. */
export const ODD = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  zero: () => 0,
  five: () => 5,
  negative: () => -1,
  fraction: () => 0.5,
  NaN: () => NaN,
  Infinity: () => Infinity,
  huge: () => 1e300,
  "2^53": () => 2 ** 53,
  bigint: () => 10n ** 30n,
  empty: () => "",
  text: () => "text",
  "long text": () => "x".repeat(100_000),
  surrogate: () => "\ud800",
  controls: () => "\0\n\u202e",
  symbol: () => Symbol("odd"),
  function: () => () => 5,
  array: () => [],
  "array of odd ones": () => [null, NaN, Symbol("x"), {}],
  object: () => ({}),
  "without a prototype": () => Object.create(null),
  "getter that throws": () => Object.defineProperty({}, "data", { enumerable: true, get: throws }),
  "proxy that throws": () => new Proxy({}, everyTrap),
  "proxy of a function": () => new Proxy(() => 5, {}),
  "proxy of bytes": () => new Proxy(new Uint8Array(3), {}),
  revoked,
  cyclic,
  "nested 300": () => nested(300),
  "nested 20000": () => ({ a: nested(20_000) }),
  "toJSON gives undefined": () => ({ toJSON: () => undefined }),
  "toJSON gives a text": () => ({ toJSON: () => "text" }),
  "toJSON throws": () => ({ toJSON: throws }),
  "toString throws": () => ({ toString: throws, valueOf: throws, [Symbol.toPrimitive]: throws }),
  date: () => new Date(NaN),
  map: () => new Map([[1, 2]]),
  bytes: () => new Uint8Array([1, 2, 3]),
  view: () => new DataView(new ArrayBuffer(3)),
  detached,
  "fake buffer": () => ({ [Symbol.toStringTag]: "ArrayBuffer", byteLength: 1e9 }),
  "fake length": () => Object.defineProperty(new Uint8Array(3), "length", { value: 1e9 }),
  promise: () => Promise.resolve(5),
  boxed: () => Object("text"),
  "file of odd parts": () => ({ data: 5, name: 5, type: 5 }),
  "file with a name": () => ({ data: "x", name: Symbol("x") }),
  "file with a type": () => ({ data: "x", type: {} }),
  "blob that throws": () => ({ arrayBuffer: throws }),
  "blob of a number": () => ({ arrayBuffer: async () => 5, type: "image/png" }),
  "party of odd parts": () => ({ id: Symbol("id"), bot: {}, chat: "x", message_id: {} }),
  "options of odd parts": () => ({ timeoutMs: "soon", text: 5, type: 5, members: 5, user: NaN, by: null, from: 5, to: null, location: 5 }),
};

/** Numbers below a bound, the same for the same seed. */
export function random(seed) {
  return (bound) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}
