// Finds the programs that a project needs, and installs its packages.
import { spawn, spawnSync } from "node:child_process";

const MANAGERS = ["npm", "pnpm", "yarn", "bun"];
const shell = process.platform === "win32";

/** Returns the package manager that started this program, as by `npm create`. */
export function managerOf(agent = "") {
  const name = agent.split("/")[0];
  return MANAGERS.includes(name) ? name : "npm";
}

/** Returns whether a program is installed. */
export const isThere = (program) => spawnSync(program, ["--version"], { stdio: "ignore", shell }).status === 0;

/** Installs the packages of a project. Returns whether that succeeded. */
export function install(manager, folder) {
  const quiet = manager === "npm" ? ["--no-audit", "--no-fund", "--loglevel=error"] : [];
  return new Promise((resolve) => {
    const running = spawn(manager, ["install", ...quiet], { cwd: folder, stdio: "inherit", shell });
    running.once("error", () => resolve(false));
    running.once("exit", (code) => resolve(code === 0));
  });
}
