// Limits the memory of a wasm file.

/** The bytes with a memory of at most so many pages more than it starts with. */
export function withMemory(bytes, more) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  for (;;) {
    const start = at;
    const id = bytes[at++];
    const length = number();
    const end = at + length;
    // The section of memories: how many, whether the first has a maximum, how many pages it starts with.
    if (id === 5) {
      at += 2;
      const pages = number();
      const content = [1, 1, ...encoded(pages), ...encoded(pages + more)];
      return new Uint8Array([...bytes.subarray(0, start), 5, ...encoded(content.length), ...content, ...bytes.subarray(end)]);
    }
    if (at >= bytes.length) throw new Error("no memory in it");
    at = end;
  }
}

const encoded = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...encoded(value >> 7)]);
