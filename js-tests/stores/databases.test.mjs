// The servers that the suites of stores use are the real ones.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { postgres, redis } from "../support/databases.mjs";

/** The first response of the server at a URL to these bytes. */
async function firstAnswer(url, bytes) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  const [data] = await once(socket, "data");
  socket.destroy();
  return String(data);
}

test("Redis answers", redis.options, async () => {
  assert.equal(await firstAnswer(redis.url, "PING\r\n"), "+PONG\r\n");
});

test("PostgreSQL answers", postgres.options, async () => {
  // The request for TLS, which this server does not have.
  assert.equal(await firstAnswer(postgres.url, Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])), "N");
});
