// A Redis and a PostgreSQL of a test's own, which it stops and starts again. As a program, `node own-servers.mjs <redis or postgres>`,
// it serves one for all tests: it prints the URL, and stops the server when its input ends.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, readdirSync, realpathSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually } from "./eventually.mjs";
import { freePort } from "./serve.mjs";
import { temporary } from "./temporary.mjs";

const FOLDERS = [...process.env.PATH.split(delimiter), "/opt/homebrew/bin", ...versions("/usr/lib/postgresql"), ...versions("/opt/homebrew/opt")];

/** As whom PostgreSQL runs: it refuses to be root. */
function user() {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ["-u", "-g"].map((option) => Number(execFileSync("id", [option, "postgres"])));
  return { uid, gid };
}

function versions(folder) {
  try {
    return readdirSync(folder).map((version) => join(folder, version, "bin"));
  } catch {
    return [];
  }
}

const find = (...names) => FOLDERS.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync);

/** A program of PostgreSQL. */
const ofPostgres = (name) => join(dirname(realpathSync(PROGRAMS.postgres)), name);

const PROGRAMS = { redis: find("redis-server", "valkey-server"), postgres: find("postgres") };

/** Options of tests that start a server of that name. */
export function needs(name) {
  if (PROGRAMS[name]) return {};
  const reason = `there is no program of ${name}, which \`cargo xtask test\` installs where it can`;
  // Those of Linux have both.
  if (process.env.CI && process.platform === "linux") throw new Error(reason);
  return { skip: reason };
}

/** True if a Redis server answers. */
async function pings(port) {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.write("PING\r\n");
  const [answer] = await Promise.race([once(socket, "data"), once(socket, "close")]).catch(() => []);
  socket.destroy();
  return Buffer.isBuffer(answer);
}

const KINDS = {
  redis(folder, port, isDurable) {
    const files = ["--dir", folder, "--save", "", "--appendonly", isDurable ? "yes" : "no", "--appendfsync", "always"];
    return { url: `redis://127.0.0.1:${port}`, command: [PROGRAMS.redis, "--port", `${port}`, "--bind", "127.0.0.1", ...files], options: {}, isReady: () => pings(port), signal: "SIGTERM", crash: "SIGKILL" };
  },
  postgres(folder, port) {
    const data = join(folder, "data");
    const options = user();
    if (options.uid) chownSync(folder, options.uid, options.gid);
    const initialize = ["--username=botwire", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-D", data];
    execFileSync(ofPostgres("initdb"), initialize, { stdio: "ignore", cwd: folder, ...options });
    return {
      url: `postgres://botwire@127.0.0.1:${port}/postgres`,
      command: [ofPostgres("postgres"), "-D", data, "-h", "127.0.0.1", "-p", `${port}`, "-k", "", "-c", "fsync=off"],
      options,
      isReady: () => spawnSync(ofPostgres("pg_isready"), ["-h", "127.0.0.1", "-p", `${port}`]).status === 0,
      // Ends connections instead of waiting for them.
      signal: "SIGINT",
      // SIGKILL leaves its processes behind.
      crash: "SIGQUIT",
    };
  },
};

/** Starts a server of that name, whose data survives `stop()` if it is durable. It is stopped after the test. */
export async function startServer(context, name, isDurable = true) {
  const folder = temporary();
  const { url, command, options, isReady, signal, crash } = KINDS[name](folder, await freePort(), isDurable);
  let child;
  const start = async () => {
    child = spawn(command[0], command.slice(1), { stdio: "ignore", cwd: folder, ...options });
    await eventually(isReady, true, `${url} answers`);
  };
  const end = async (by) => {
    if (!child) return;
    const ended = once(child, "exit");
    child.kill(by);
    await ended;
    child = undefined;
  };
  const stop = () => end(signal);
  context.after(stop);
  await start();
  return { url, start, stop, crash: () => end(crash) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const ends = [];
  try {
    const { url } = await startServer({ after: (end) => ends.push(end) }, process.argv[2], false);
    console.log(url);
    for await (const _ of process.stdin);
  } finally {
    for (const end of ends) await end();
  }
}
