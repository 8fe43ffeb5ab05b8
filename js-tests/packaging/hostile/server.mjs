// A server of Node, Deno or Bun; prints the port it listens on.
import { argv } from "node:process";
import { make } from "./handler.mjs";

const handler = make(JSON.parse(argv[2]));
const options = { port: 0, hostname: "127.0.0.1" };
if (globalThis.Deno) Deno.serve({ ...options, onListen: ({ port }) => console.log(port) }, (request) => handler(request));
else if (globalThis.Bun) console.log(Bun.serve({ ...options, fetch: (request) => handler(request) }).port);
else {
  const { createServer } = await import("node:http");
  const { nodeListener } = await import("botwire/adapters/node");
  const server = createServer(nodeListener(handler)).listen(0, "127.0.0.1", () => console.log(server.address().port));
}
