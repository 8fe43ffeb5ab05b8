// Workers in workerd that share Durable Objects and KV: several isolates of one bot, bundled from the packed package.
import { existsSync, statfsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { bundle, COMPATIBILITY_DATE, modulesOf } from "../support/wrangler.mjs";

/** Linux's in-memory file system, so that objects do not wait for a disk. */
const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 1 << 28;
if (existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  // Miniflare makes its folders in there.
  if (bavail * bsize > ENOUGH_BYTES) process.env.TMPDIR = MEMORY;
}

const folder = fileURLToPath(new URL("..", import.meta.url));

/** The name of an isolate, and of its binding in the driver. */
const nameOf = (index) => `isolate-${index}`;

/**
 * Starts workers with this source, and returns a function that sends a request to one of them.
 *
 * @param options - `bindings`, `durableObjects` and `kvNamespaces` as in Miniflare, `resolveDir` for imports of the source,
 *   `driver`, the source of a worker with the isolates and the Durable Objects as bindings (`drive` sends to it), the
 *   compatibility `date`, and `options` of Miniflare itself.
 */
export async function startIsolates(source, count, { resolveDir = folder, ...options } = {}) {
  return startModules(modulesOf(await bundle({ source, resolveDir })), count, options);
}

/** The same with modules as Miniflare takes them. */
export async function startModules(modules, count, { bindings = {}, durableObjects = {}, kvNamespaces = [], driver, date = COMPATIBILITY_DATE, options = {} } = {}) {
  const objectsOfFirst = Object.fromEntries(Object.entries(durableObjects).map(([name, object]) => [name, { ...object, scriptName: nameOf(0) }]));
  const isolates = Array.from({ length: count }, (_, index) => ({
    name: nameOf(index),
    modules,
    modulesRoot: ".",
    compatibilityDate: date,
    bindings: { ...bindings, ISOLATE: index },
    kvNamespaces: Object.fromEntries(kvNamespaces.map((name) => [name, name])),
    durableObjects: index === 0 ? durableObjects : objectsOfFirst,
  }));
  const driving = driver && {
    name: "driver",
    modules: [{ type: "ESModule", path: "driver.mjs", contents: (await bundle({ source: driver, resolveDir: folder })).script }],
    modulesRoot: ".",
    compatibilityDate: COMPATIBILITY_DATE,
    durableObjects: objectsOfFirst,
    serviceBindings: Object.fromEntries(isolates.map(({ name }) => [name, name])),
  };
  const miniflare = new Miniflare({ ...options, workers: driving ? [...isolates, driving] : isolates, host: "127.0.0.1", port: 0 });
  const url = await miniflare.ready;
  // Looked up before anything is logged: meanwhile Miniflare blocks this thread, so the output of workerd is not read,
  // and with a full pipe both would wait forever.
  const fetchOf = async ({ name }) => (await miniflare.getWorker(name)).fetch;
  const fetches = await Promise.all(isolates.map(fetchOf));
  const drive = driving && (await fetchOf(driving));
  return {
    miniflare,
    url,
    send: (index, url, init) => fetches[index](url, init),
    drive,
    dispose: () => miniflare.dispose(),
  };
}
