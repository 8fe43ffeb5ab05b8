// `npm start`: two processes of the bot, and a balancer in front of them. In production, these are machines and their balancer.
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { createServer, request } from "node:http";
import { fileURLToPath } from "node:url";

const { PORT = "8080", REDIS_URL } = process.env;
const PROCESSES = 2;
const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));

// Without the URL of a server, Docker starts the one of compose.yaml.
if (!REDIS_URL && spawnSync("docker", ["compose", "up", "--detach", "--wait"], { stdio: "inherit" }).status !== 0) {
  console.error("REDIS_URL is not set, and Docker has not started a Redis.");
  process.exit(1);
}
const env = { ...process.env, REDIS_URL: REDIS_URL || "redis://127.0.0.1:6379" };

/** The processes that listen, with their ports. */
const processes = new Map<ChildProcess, number>();

function startProcess(): void {
  const child = fork(SERVER, { env });
  child.once("message", (port) => {
    processes.set(child, Number(port));
    console.log(`Process ${child.pid} listens on port ${port}`);
  });
  child.once("exit", (code, signal) => {
    processes.delete(child);
    console.log(`Process ${child.pid} has ended with ${signal ?? code}; another one starts`);
    setTimeout(startProcess, 1000);
  });
}
for (let started = 0; started < PROCESSES; started++) startProcess();

let requests = 0;
const balancer = createServer((incoming, outgoing) => {
  const port = [...processes.values()][requests++ % processes.size];
  if (port === undefined) return void outgoing.writeHead(503).end();
  const { method, url, headers } = incoming;
  const forwarded = request({ host: "127.0.0.1", port, method, path: url, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  // If the process was killed, the service delivers the update again.
  forwarded.once("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  incoming.pipe(forwarded);
});
balancer.listen(Number(PORT), () => console.log(`Listening on port ${PORT}`));

// The requests that have begun are answered. Then the processes end, since their parent has ended.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => balancer.close(() => process.exit()));
