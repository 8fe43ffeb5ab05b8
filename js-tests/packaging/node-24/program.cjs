// A CommonJS program: prints the result of the scenario.
const botwire = require("botwire");

const [baseUrl, token] = process.argv.slice(2);
import("./scenario.mjs")
  .then(({ scenario }) => scenario(botwire, { baseUrl, token }))
  .then((told) => console.log(JSON.stringify(told)));
