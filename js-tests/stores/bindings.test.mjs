// Stores over the bindings of platforms that fail for a while: updates are refused and reported, and later each is handled once.
import { after, before, test } from "node:test";
import { denoKvStore } from "botwire/stores/deno-kv";
import { durableObjectStore } from "botwire/stores/durable-object";
import { workersKvStore } from "botwire/stores/workers-kv";
import { Miniflare } from "miniflare";
import { kvInMemory, namespaceInMemory } from "../support/stores.mjs";
import { COMPATIBILITY_DATE } from "../support/wrangler.mjs";
import { outage } from "./outage.mjs";

let worker;
before(() => {
  worker = new Miniflare({ modules: true, script: "export default {}", compatibilityDate: COMPATIBILITY_DATE, kvNamespaces: ["KV"] });
});
after(() => worker.dispose());

/** The functions of a binding; `ask` calls them. */
const through = (binding, names, ask) => Object.fromEntries(names.map((name) => [name, (...parameters) => ask(() => binding[name](...parameters))]));

const STORES = {
  "Durable Objects": (ask) => {
    const namespace = namespaceInMemory();
    return durableObjectStore({ ...namespace, get: (id) => through(namespace.get(id), ["fetch"], ask) });
  },
  "Deno KV": (ask) => {
    const kv = kvInMemory();
    return denoKvStore({ get: (key) => ask(() => kv.get(key)), atomic: () => ask(() => kv.atomic()) });
  },
  "Workers KV": async (ask) => workersKvStore(through(await worker.getKVNamespace("KV"), ["get", "put", "delete"], ask)),
};
/** The faults of a binding, until `end(error)`. */
const FAULTS = {
  fails: () => ({
    fault() {
      throw new Error("out of reach");
    },
    end() {},
  }),
  "does not answer": () => {
    const rejections = [];
    return { fault: () => new Promise((_, reject) => rejections.push(reject)), end: (error) => rejections.forEach((reject) => reject(error)) };
  },
};

for (const [name, storeOver] of Object.entries(STORES)) {
  for (const [what, newFault] of Object.entries(FAULTS)) {
    if (name === "Deno KV" && what !== "fails") continue; // `atomic` answers at once.
    test(`${name} ${what} for a while`, async () => {
      const { fault, end } = newFault();
      let isDown = false;
      const store = await storeOver((act) => (isDown ? fault() : act()));
      const start = () => {
        isDown = false;
        end(new Error("the connection was lost"));
      };
      await outage(store, () => void (isDown = true), start);
    });
  }
}
