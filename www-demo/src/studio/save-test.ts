// A scenario as a file: JSON, or a test for Node.
import { signal } from "@preact/signals";
import type { Scenario } from "botwire/emulator";

/** True while the sheet is open. */
export const isSaving = signal(false);

export type Format = "json" | "node";

/** The formats, in words. */
export const FORMATS: Readonly<Record<Format, string>> = { json: "JSON, for a bot in any language", node: "A test for Node, for a handler in JavaScript" };

export interface SavedFile {
  readonly name: string;
  readonly text: string;
  /** The command that plays it. */
  readonly command: string;
}

/** The file of a scenario. */
export function saved(scenario: Scenario, format: Format): SavedFile {
  const word = (scenario.title ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "conversation";
  const text = JSON.stringify(scenario, null, 2);
  if (format === "json") return { name: `${word}.json`, text: `${text}\n`, command: `npx botwire emulator play ${word}.json -- <command that starts your bot>` };
  return { name: `${word}.test.js`, text: testOf(scenario, text), command: `node --test ${word}.test.js` };
}

function testOf({ title = "", compat }: Scenario, scenario: string): string {
  return `import { test } from "node:test";
import { createEmulator, playScenario } from "botwire/emulator";
import { handler } from "./bot.js"; // takes a Request, returns a Response

const scenario = ${scenario};

test(${JSON.stringify(title)}, async () => {
  const emulator = createEmulator({ bots: [{ token: process.env.BOT_TOKEN }], webhook: handler${compat ? ", compat: true" : ""} });
  await emulator.fetch(\`\${emulator.baseUrl}/bot\${emulator.token}/setWebhook?url=https://bot.example/hook\`);
  await playScenario(emulator, scenario);
  emulator.close();
});
`;
}
