// The HTTP interface of Neon, in front of a pool of the PostgreSQL of the tests.
import { once } from "node:events";
import { createServer } from "node:http";
import { neon, neonConfig } from "@neondatabase/serverless";

/** Serves Neon's HTTP interface. Returns the driver's `sql`, and `close`. */
export async function serveNeon(pool) {
  const server = createServer(async (request, response) => {
    const { query, params } = JSON.parse(Buffer.concat(await request.toArray()));
    // The driver asks for rows as lists of texts, and reads them by the types of the fields.
    const statement = { text: query, values: params, rowMode: "array", types: { getTypeParser: () => (text) => text } };
    const [status, answer] = await pool.query(statement).then(
      ({ command, rowCount, rows, fields }) => [200, { command, rowCount, rows, fields: fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })) }],
      ({ message, code }) => [400, { message, code }],
    );
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  neonConfig.fetchEndpoint = `http://127.0.0.1:${server.address().port}/sql`;
  return { sql: neon("postgresql://user:password@neon.example/db"), close: () => server.close() };
}
