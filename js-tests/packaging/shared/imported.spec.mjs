// The scenario as a test of the user's own, in a runner that gives `test`. What was told goes to the file TOLD.
import { writeFileSync } from "node:fs";
import { env } from "node:process";
import * as botwire from "botwire";
import { scenario } from "./scenario.mjs";

test("the scenario, imported", async () => {
  writeFileSync(env.TOLD, JSON.stringify(await scenario(botwire, JSON.parse(env.AT))));
});
