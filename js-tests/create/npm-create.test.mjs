// The first minute: three commands in an empty folder, against a registry with the packed packages, and the bot answers.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pack } from "../packaging/support/project.mjs";
import { output } from "../packaging/support/programs.mjs";
import { answerOf, withFreePorts } from "./dev.mjs";
import { registryOf } from "./registry.mjs";
import { temporary } from "../support/temporary.mjs";
import { built, environment, ran } from "./support.mjs";

test("npm create botwire, cd, npm run dev", async () => {
  const [folder, packed] = [temporary(), temporary()];
  const { stdout } = await output("npm", ["pack", "--silent", "--pack-destination", packed, await built()], packed);
  const registry = await registryOf([join(packed, stdout.trim()), await pack(packed)]);
  try {
    const env = environment({ npm_config_registry: registry.url, npm_config_cache: join(packed, "cache"), npm_config_update_notifier: "false" });
    const { code, printed } = await ran("npm", ["create", "--yes", "botwire@latest", "my-bot", "--", "--yes", "--language", "js"], folder, env);
    assert.equal(code, 0, printed);
    assert.match(printed, /Created my-bot: Node, .*, in JavaScript\.[^]*\n {2}cd my-bot\n {2}npm run dev\n/);
    const project = join(folder, "my-bot");
    assert.equal(JSON.parse(readFileSync(join(project, "package.json"), "utf8")).name, "my-bot");
    assert.ok(existsSync(join(project, "node_modules/botwire/package.json")));
    await withFreePorts(project, "package.json");
    assert.equal(await answerOf(["npm", "run", "dev"], project, env), "hello");
    const deploy = await ran("npm", ["run", "deploy"], project, env);
    assert.match(deploy.printed, /This bot runs on any machine with Node\. There: write \.env, npm install, npm start\./);
  } finally {
    await registry.close();
  }
});
