// A service that records, for the tests of one file, and bots that call it.
import { after } from "node:test";
import { Bot } from "botwire";
import { TOKEN, record } from "./recorder.mjs";

/** A service with that answer, which closes after the tests, and a function that makes bots of it. */
export async function recorded(answer) {
  const service = await record(answer);
  after(() => service.close());
  return { service, botWith: (options) => new Bot({ baseUrl: service.baseUrl, token: TOKEN, ...options }) };
}
