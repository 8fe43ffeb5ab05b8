// One of several programs that share a Deno KV: claims every update, and prints those it handled. One in ten throws.
import { denoKvStore } from "botwire/stores/deno-kv";

const [path, count, programs] = Deno.args;
const kv = await opened();
const store = denoKvStore(kv);
const queue = Array.from({ length: Number(count) }, (_, index) => index + 1).sort(() => Math.random() - 0.5);
const handled = [];

async function work() {
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const key = `7:update:${id}`;
    const { owner } = await store.claim(key, 15_000);
    if (owner === undefined) continue;
    if (Math.random() < 0.1) {
      await store.release(key, owner);
      queue.unshift(id);
    } else {
      handled.push(id);
      await store.settle(key, owner, 3600);
    }
  }
}

// All begin together: each says by a file that it is ready.
Deno.mkdirSync(`${path}-ready`, { recursive: true });
Deno.writeTextFileSync(`${path}-ready/${Deno.pid}`, "");
while ([...Deno.readDirSync(`${path}-ready`)].length < Number(programs)) await new Promise((resolve) => setTimeout(resolve, 5));

await Promise.all(Array.from({ length: 10 }, work));
kv.close();
console.log(JSON.stringify(handled));

/** Deno cannot open a file while another program makes it. */
async function opened() {
  for (;;) {
    try {
      return await Deno.openKv(path);
    } catch (error) {
      if (!/database is locked/.test(error.message)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
