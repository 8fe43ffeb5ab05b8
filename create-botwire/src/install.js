// Finds the programs that a project needs, and installs its packages.
import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";

const MANAGERS = ["npm", "pnpm", "yarn", "bun"];
const shell = process.platform === "win32";

/** Returns the package manager that started this program, as by `npm create`. */
export function managerOf(agent = "") {
  const name = agent.split("/")[0];
  return MANAGERS.includes(name) ? name : "npm";
}

/** Returns whether a program is installed. */
export const isThere = (program) => spawnSync(program, ["--version"], { stdio: "ignore", shell }).status === 0;

/** Installs the packages of a project. Returns the exit status as a shell counts it: 130 after Ctrl+C. */
export function install(manager, folder) {
  const quiet = manager === "npm" ? ["--no-audit", "--no-fund", "--loglevel=error"] : [];
  return new Promise((resolve) => {
    const running = spawn(manager, ["install", ...quiet], { cwd: folder, stdio: "inherit", shell });
    running.once("error", () => resolve(127));
    running.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
