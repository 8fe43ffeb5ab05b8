// Carries the scenario out in a page in Firefox. No driver: the page itself sends the result to its server.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { serve } from "../../support/serve.mjs";

/** The program, which `cargo xtask test` finds. */
const PROGRAM = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const ADVICE = "Firefox was not found: install it (Debian: `apt-get install firefox-esr`), or set FIREFOX to where it is";

/** Milliseconds from the start of the browser, with a new profile, to the end of the scenario; it takes some 5 s, and the slowest machine decides. */
const LIMIT = 300_000;

/** Preferences that keep the browser from contacting other servers. */
const PREFERENCES = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.dns.disablePrefetch": true,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false,
};

/** Returns the function that runs the scenario in the page at that URL, with a new profile. */
export function inFirefox(url) {
  return async (at) => {
    assert.ok(existsSync(PROGRAM), ADVICE);
    const profile = await mkdtemp(join(tmpdir(), "botwire-firefox-"));
    const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
    await writeFile(join(profile, "user.js"), lines.join("\n"));
    let tell;
    const result = new Promise((resolve) => (tell = resolve));
    const listener = await serve(async (request) => {
      tell(await request.json());
      return new Response();
    });
    const page = `${url}?${new URLSearchParams({ ...at, tell: listener.url })}`;
    // A separate process group, so that the processes of its tabs end with it.
    const firefox = spawn(PROGRAM, ["--headless", "--no-remote", "--profile", profile, page], { stdio: "ignore", detached: true });
    const ended = once(firefox, "exit");
    try {
      return await Promise.race([
        result,
        ended.then(([code]) => assert.fail(`Firefox ended by itself with ${code}`)),
        setTimeout(LIMIT, undefined, { ref: false }).then(() => assert.fail(`Firefox sent nothing in ${LIMIT} ms`)),
      ]);
    } finally {
      end(firefox);
      await ended;
      await listener.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    }
  };
}

function end(firefox) {
  if (firefox.exitCode !== null) return;
  if (process.platform === "win32") firefox.kill();
  else process.kill(-firefox.pid, "SIGKILL");
}
