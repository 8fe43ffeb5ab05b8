// Compares the requests at the recorder with the calls: the same methods, names, values and files.
import assert from "node:assert/strict";
import { TOKEN } from "./recorder.mjs";

/** The encodings of the spec with the HTTP methods that can carry them, as options of a Bot. */
export const WAYS = [
  { encoding: "json", httpMethod: "POST" },
  { encoding: "form", httpMethod: "POST" },
  { encoding: "query", httpMethod: "POST" },
  { encoding: "query", httpMethod: "GET" },
  { encoding: "multipart", httpMethod: "POST" },
];

/** A name for a test. */
export const wayName = ({ encoding, httpMethod }) => `${encoding} by ${httpMethod}`;

/** The bytes of any value that a Blob accepts. */
export const bytesOf = async (data) => Buffer.from(await new Blob([data]).arrayBuffer());

/** True if a sample has a file at its top level. */
export const hasFile = (params) => Object.values(params).some((value) => value instanceof Blob);

/** Asserts that one request is the call of the method with these parameters, encoded in that way. */
export async function assertArrived(request, method, params, { encoding, httpMethod }) {
  assert.equal(request.path, `/bot${TOKEN}/${method}`);
  assert.equal(request.httpMethod, httpMethod);
  assert.deepEqual(Object.keys(request.params).sort(), Object.keys(params).sort());
  // Without parameters, an empty body is equivalent to an empty form.
  if (Object.keys(params).length > 0) assert.equal(request.encoding, encoding);
  for (const [name, sent] of Object.entries(params)) {
    const came = request.params[name];
    if (sent instanceof Blob) await assertFile(came, sent, name);
    else if (encoding === "json" || typeof sent === "string") assert.deepEqual(came, sent, name);
    else assert.deepEqual(JSON.parse(came), sent, name);
  }
}

/** Asserts that a file of a multipart request has these bytes and, if specified, that name and type. */
export async function assertFile(came, sent, what = "the file") {
  assert.ok(came?.bytes, `${what} came as a file`);
  assert.deepEqual(came.bytes, await bytesOf(sent), `bytes of ${what}`);
  if (sent.name !== undefined) assert.equal(came.name, sent.name, `name of ${what}`);
  if (sent.type) assert.equal(came.type, sent.type, `type of ${what}`);
}
