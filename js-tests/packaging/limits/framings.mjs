// Calls with a limit of 1000 bytes for the response, which never ends, in each framing by its number.

/** The limit of the calls. */
const MAX_BYTES = 1000;

/** How each call ended, how many bytes of its answer the package took, and in how many reads. */
export async function framings({ Bot }, { baseUrl, token, count }) {
  const ends = [];
  for (let framing = 0; framing < count; framing++) {
    let taken = 0;
    let reads = 0;
    const counting = async (url, init) => {
      const { ok, status, headers, body } = await fetch(url, init);
      const reader = body.getReader();
      const read = async () => {
        const chunk = await reader.read();
        reads++;
        taken += chunk.value?.byteLength ?? 0;
        return chunk;
      };
      return { ok, status, headers, body: { getReader: () => ({ read, cancel: () => reader.cancel() }) } };
    };
    const bot = new Bot({ baseUrl, token, maxResponseBytes: MAX_BYTES, timeoutMs: 20_000 });
    // The second one is the platform's own fetch, without a wrapper.
    for (const options of [{ fetch: counting }, {}]) {
      const end = await bot.getChat({ chat_id: framing }, options).then(() => "a success", (error) => (/more than 1000 bytes/.test(error.message) ? "too large" : error.kind));
      ends.push({ framing, end, taken, reads });
    }
  }
  return ends;
}
