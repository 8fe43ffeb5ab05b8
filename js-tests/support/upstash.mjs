// The REST interface of Upstash, in front of the Redis of the tests.
import { serve } from "./serve.mjs";

/** A result as its client asks for it. */
const encoded = (result) => {
  if (Array.isArray(result)) return result.map(encoded);
  return typeof result === "string" && result !== "OK" ? Buffer.from(result).toString("base64") : result;
};

/** Serves Upstash's interface; `call` sends a command and its parameters. Returns the URL, and `close`. */
export function serveUpstash(call) {
  return serve(async (request) => {
    const body = await request.json();
    const as = request.headers.get("upstash-encoding") === "base64" ? encoded : (result) => result;
    const answer = ([command, ...parameters]) => call(command, ...parameters).then((result) => ({ result: as(result) }), ({ message }) => ({ error: message }));
    // The client sends simultaneous commands as one pipeline.
    const answers = await (request.url.endsWith("/pipeline") ? Promise.all(body.map(answer)) : answer(body));
    return Response.json(answers);
  });
}
