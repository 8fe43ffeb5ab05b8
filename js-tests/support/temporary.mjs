// Temporary folders of tests.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders = [];
// Also when a file breaks before its first test, in which case no hook of the runner runs.
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Makes a folder, which is removed when this process ends. */
export function temporary() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "botwire-")));
  folders.push(folder);
  return folder;
}
