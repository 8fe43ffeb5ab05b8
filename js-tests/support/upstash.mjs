// The REST interface of Upstash, in front of the Redis of the tests.
import { once } from "node:events";
import { createServer } from "node:http";

/** A result as its client asks for it. */
const encoded = (result) => {
  if (Array.isArray(result)) return result.map(encoded);
  return typeof result === "string" && result !== "OK" ? Buffer.from(result).toString("base64") : result;
};

/**
 * Serves Upstash's interface; `call` sends a command and its parameters. Returns the client's settings, and `close`.
 */
export async function serveUpstash(call) {
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()));
    const as = request.headers["upstash-encoding"] === "base64" ? encoded : (result) => result;
    const answer = ([command, ...parameters]) => call(command, ...parameters).then((result) => ({ result: as(result) }), ({ message }) => ({ error: message }));
    // The client sends simultaneous commands as one pipeline.
    const answers = await (request.url === "/pipeline" ? Promise.all(body.map(answer)) : answer(body));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answers));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
