// The scenario as a test in CommonJS, which Jest runs by default.
const { writeFileSync } = require("node:fs");
const { env } = require("node:process");
const botwire = require("botwire");
const { scenario } = require("./scenario.cjs");

test("the scenario, required", async () => {
  writeFileSync(env.TOLD, JSON.stringify(await scenario(botwire, JSON.parse(env.AT))));
});
