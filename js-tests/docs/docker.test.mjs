// The page of Docker, followed from a folder of `npm create` to the end of the container. The emulator is the service and
// listens on loopback, so containers have the network of this machine.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../support/target.mjs";
import { blocksOf } from "./blocks.mjs";
import { put } from "./project.mjs";
import { copy } from "./shell-lines.mjs";
import { chat, emulated, POSSIBLE, terminal } from "./terminal.mjs";

const blocks = blocksOf("docker.md", readFileSync(join(root, "docs/hosts/docker.md"), "utf8"));
const FILES = ["Dockerfile", ".dockerignore"].map((name) => [name, blocks.find(({ info }) => info.includes(`[${name}]`)).code]);
const [, IMAGE] = /^FROM (\S+)$/m.exec(FILES[0][1]);

const docker = (...parameters) => spawnSync("docker", parameters, { encoding: "utf8" });
const isThere = (...parameters) => docker(...parameters).status === 0;

/** Why the page cannot be followed here, if so. */
function possible() {
  if (POSSIBLE.skip) return POSSIBLE;
  if (!isThere("info")) return { skip: "no daemon of Docker runs on this machine" };
  if (!isThere("image", "inspect", IMAGE) && !isThere("pull", IMAGE)) return { skip: `Docker cannot download ${IMAGE}` };
  return isThere("container", "inspect", "my-bot") ? { skip: "there is another container with the name my-bot" } : {};
}

test("Docker, from an empty folder to the end of the container", possible(), async () => {
  const shell = await terminal();
  const program = spawnSync("which", ["docker"], { encoding: "utf8" }).stdout.trim();
  const shared = `#!/bin/sh\ncommand=$1\nshift\ncase $command in build | run) set -- --network host "$@" ;; esac\nexec ${program} "$command" "$@"\n`;
  writeFileSync(join(shell.home, "docker"), shared, { mode: 0o755 });

  await shell.accept(copy("docker", "npm create "));
  await shell.type(copy("docker", "cd my-bot"));
  for (const [name, code] of FILES) put(shell.folder(), name, code);
  const service = await emulated(shell, undefined, "npx botwire", false);
  await shell.type(copy("docker", "docker build "));
  await shell.type(copy("docker", "docker run "));
  try {
    await chat(service, "hello", /^hello$/);
    assert.match(await shell.type(copy("docker", "docker exec ")), /^healthy /m);
    // Docker runs the health check for the first time after a minute.
    const { Test: [, check] } = JSON.parse(docker("inspect", "--format", "{{json .Config.Healthcheck}}", "my-bot").stdout);
    const health = docker("exec", "my-bot", "sh", "-c", check);
    assert.equal(health.status, 0, health.stdout + health.stderr);
    await shell.type("docker stop my-bot");
    assert.deepEqual(JSON.parse(docker("inspect", "--format", "[{{.State.ExitCode}}, {{.State.OOMKilled}}, {{.RestartCount}}]", "my-bot").stdout), [0, false, 0]);
  } finally {
    docker("rm", "--force", "my-bot");
    await service.stop();
  }
});
