// Claims over each store from four processes, each key tried by two of them: none is lost, none is handled twice. Rates of keys
// that are claimed and settled, next to bare clients that send the same statements. `node stores.mjs [stores …] [--keys n]`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runtime } from "../packaging/support/programs.mjs";
import { temporary } from "../support/temporary.mjs";
import { startIsolates } from "../webhook/isolates.mjs";
import { medians, table } from "./support/rounds.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { keys: { type: "string", default: "100000" } } });
const PROCESSES = 4;
const ROUNDS = 5;
const KEYS = Number(values.keys);
/** Both claim as many in a round; the rest of the keys are botwire's. */
const KEYS_OF_ROUND = KEYS / 25;
/** Keys of this run are those of no other one on the same server. */
const RUN = `${Date.now()}`;
/** Keys that an isolate claims for one request. */
const KEYS_OF_REQUEST = 1000;
/** Rounds to warm up, of so many keys. */
const WARM_UP = 200;

const folder = temporary();
const deno = ["run", "--allow-all", "--unstable-kv"];
const STORES = {
  memory: { title: "memory, one process", processes: 1, program: process.execPath, others: [] },
  redis: { title: "Redis, client of node-redis", where: process.env.BOTWIRE_TEST_REDIS, program: process.execPath },
  postgres: { title: "PostgreSQL, pool of pg of 3", where: process.env.BOTWIRE_TEST_POSTGRES, program: process.execPath },
  sqlite: { title: "SQLite, a file with a write-ahead log", where: join(folder, "claims.db"), program: runtime("node24") },
  "durable-objects": { title: "Durable Objects of workerd, one object, four isolates", others: ["bare"] },
  "deno-kv": { title: "Deno KV, a file", where: join(folder, "claims.kv"), program: runtime("deno"), parameters: deno },
};

/** The isolates, once they are started. */
let isolates;

async function startIsolate(index, who) {
  const source = ["{ default }", "*"].map((names) => `export ${names} from "./bench/support/claims-worker.mjs";`).join("");
  isolates ??= startIsolates(source, PROCESSES, { durableObjects: { CLAIMS: { className: "UpdateClaims", useSQLite: true } } });
  const { send } = await isolates;
  // Each request claims only some of the keys, because workerd limits the work of one request.
  const claim = async (from, count, ...rest) => {
    const handled = [];
    for (let at = from; at < from + count; at += KEYS_OF_REQUEST) {
      const numbers = [at, Math.min(KEYS_OF_REQUEST, from + count - at), ...rest];
      handled.push(...(await (await send(index, "https://bot.example/", { method: "POST", body: JSON.stringify({ who, run: RUN, numbers }) })).json()).handled);
    }
    return { handled };
  };
  return { claim, end() {} };
}

async function start(store, who, { program, parameters = [], where = "" }) {
  const file = fileURLToPath(new URL("support/claims.mjs", import.meta.url));
  const child = spawn(program, [...parameters, file, store, who, where, RUN], { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, NODE_NO_WARNINGS: "1" } });
  const lines = createInterface({ input: child.stdout });
  const next = async () => {
    const ended = once(child, "exit").then(() => Promise.reject(new Error(`a process of ${store} has ended`)));
    return (await Promise.race([once(lines, "line"), ended]))[0];
  };
  await next();
  const claim = async (...numbers) => {
    const line = next();
    child.stdin.write(`${numbers.join(" ")}\n`);
    return JSON.parse(await line);
  };
  return { claim, end: () => child.stdin.end() };
}

/** Microseconds per key in all processes together: time, and CPU of the processes. */
async function measure(store, setup) {
  const { processes: count = PROCESSES, others = ["bare"] } = setup;
  const teams = {};
  // One at a time: a file is made by the first.
  for (const who of ["botwire", ...others]) {
    teams[who] = { from: 0, processes: [] };
    while (teams[who].processes.length < count) teams[who].processes.push(await (store === "durable-objects" ? startIsolate(teams[who].processes.length, who) : start(store, who, setup)));
  }
  const run = async (team, keys) => {
    const began = performance.now();
    const answers = await Promise.all(team.processes.map(({ claim }, index) => claim(team.from, keys, count, index)));
    const ms = performance.now() - began;
    const handled = answers.flatMap((answer) => answer.handled);
    const { size } = new Set(handled);
    if (handled.length !== size) throw new Error(`${store}: ${handled.length - size} keys were handled twice`);
    if (size !== keys) throw new Error(`${store}: ${keys - size} keys were lost`);
    team.from += keys;
    return { time: (ms * 1000) / keys, cpu: answers.reduce((sum, { cpu = NaN }) => sum + cpu, 0) / keys };
  };
  for (const team of Object.values(teams)) await run(team, WARM_UP);
  const figures = await medians(Object.keys(teams).reverse(), { rounds: ROUNDS, before: 0 }, (who) => run(teams[who], KEYS_OF_ROUND));
  const rest = await run(teams.botwire, KEYS - ROUNDS * KEYS_OF_ROUND);
  for (const { processes } of Object.values(teams)) for (const worker of processes) worker.end();
  const title = `${setup.title}: ${KEYS} keys, each claimed once and settled`;
  if (!figures.bare) console.log(`\n${title}`);
  // The CPU of isolates is unknown.
  else for (const what of figures.bare.cpu > 0 ? ["time", "cpu"] : ["time"]) table(`${title}: ${what === "time" ? "time of all" : "CPU of the clients"}`, { bare: figures.bare[what], botwire: figures.botwire[what] });
  console.log(`${Math.round(1e6 / rest.time)} keys a second`);
}

try {
  for (const [store, setup] of Object.entries(STORES)) {
    if (positionals.length > 0 && !positionals.includes(store)) continue;
    if (("program" in setup && !setup.program) || ("where" in setup && !setup.where)) throw new Error(`${store}: its program or its server is missing`);
    await measure(store, setup);
  }
} finally {
  await (await isolates)?.dispose();
}
