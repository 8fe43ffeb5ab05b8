// A CommonJS program: prints what the scenario told.
const botwire = require("botwire");

const [baseUrl, token] = process.argv.slice(2);
import("./scenario.mjs")
  .then(({ scenario }) => scenario(botwire, { baseUrl, token }))
  .then((told) => console.log(JSON.stringify(told)));
