// The same in CommonJS.
const { readFile } = require("node:fs/promises");
const { default: init, ...botwire } = require("botwire/init");

const [baseUrl, token] = process.argv.slice(2);
init(readFile(require.resolve("botwire/botwire.wasm")))
  .then(() => import("./scenario.mjs"))
  .then(({ scenario }) => scenario(botwire, { baseUrl, token }))
  .then((told) => console.log(JSON.stringify(told)));
