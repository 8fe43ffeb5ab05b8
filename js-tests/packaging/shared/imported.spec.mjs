// The scenario as a user's test, in a runner that provides `test`. TOLD names the file for the result.
import { writeFileSync } from "node:fs";
import { env } from "node:process";
import * as botwire from "botwire";
import { scenario } from "./scenario.mjs";

test("the scenario, imported", async () => {
  writeFileSync(env.TOLD, JSON.stringify(await scenario(botwire, JSON.parse(env.AT))));
});
