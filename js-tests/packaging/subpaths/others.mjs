// Loads the package's other entries, both ways, and prints some of their data.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Bot } from "botwire";
import * as imported from "botwire/emulator";

const require = createRequire(import.meta.url);
const found = (name) => JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(name))));

async function isBot({ createEmulator }) {
  const { baseUrl, token, fetch } = createEmulator();
  return (await new Bot({ baseUrl, token, fetch }).getMe()).is_bot;
}

console.log(JSON.stringify({
  methods: [found("botwire/schema.json"), require("botwire/schema.json")].map(({ methods }) => Object.keys(methods).length),
  openapi: [found("botwire/openapi.json").openapi, require("botwire/openapi.json").openapi],
  emulator: [await isBot(imported), await isBot(require("botwire/emulator"))],
  version: require("botwire/package.json").version,
}));
