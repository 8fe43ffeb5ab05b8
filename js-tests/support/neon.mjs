// The HTTP interface of Neon, in front of a pool of the PostgreSQL of the tests.
import { neon, neonConfig } from "@neondatabase/serverless";
import { serve } from "./serve.mjs";

/** Serves Neon's HTTP interface. Returns the driver's `sql`, and `close`. */
export async function serveNeon(pool) {
  const { url, close } = await serve(async (request) => {
    const { query, params } = await request.json();
    // The driver asks for rows as lists of texts, and reads them by the types of the fields.
    const statement = { text: query, values: params, rowMode: "array", types: { getTypeParser: () => (text) => text } };
    const [status, answer] = await pool.query(statement).then(
      ({ command, rowCount, rows, fields }) => [200, { command, rowCount, rows, fields: fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })) }],
      ({ message, code }) => [400, { message, code }],
    );
    return Response.json(answer, { status });
  });
  neonConfig.fetchEndpoint = `${url}/sql`;
  return { sql: neon("postgresql://user:password@neon.example/db"), close };
}
