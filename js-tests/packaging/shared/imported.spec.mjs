// The scenario as a test of the user's own, in a runner that gives `test`. Its result goes to the file that TOLD names.
import { writeFileSync } from "node:fs";
import { env } from "node:process";
import * as botwire from "botwire";
import { scenario } from "./scenario.mjs";

test("the scenario, imported", async () => {
  writeFileSync(env.TOLD, JSON.stringify(await scenario(botwire, JSON.parse(env.AT))));
});
