// The resource usage of a process: CPU of all its threads, and memory.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const isLinux = process.platform === "linux";

/** CPU microseconds of the process with that id. Without /proc, read from `ps` with a precision of 10 ms. */
export function cpuMicroseconds(pid) {
  if (isLinux) {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, thread) => sum + nanoseconds(`/proc/${pid}/task/${thread}/schedstat`), 0) / 1000;
  }
  if (process.platform === "win32") throw new Error("the CPU of another process cannot be read on Windows: run this in WSL");
  const [, minutes, seconds] = /(\d+):([\d.]+)/.exec(execFileSync("ps", ["-o", "time=", "-p", String(pid)], { encoding: "utf8" }));
  return (minutes * 60 + Number(seconds)) * 1e6;
}

function nanoseconds(file) {
  try {
    return Number(readFileSync(file, "utf8").split(" ")[0]);
  } catch {
    return 0; // The thread has ended.
  }
}

/** From now on the peak of the process with that id is counted anew. */
export function startPeak(pid) {
  if (!isLinux) throw new Error("the peak memory of a part of a process's life can only be read on Linux");
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** The most memory, resident, that the process has had since `startPeak`. */
export const peakMebibytes = (pid) => statusMebibytes(pid, "VmHWM");

/** The resident memory of the process. */
export const residentMebibytes = (pid) => statusMebibytes(pid, "VmRSS");

function statusMebibytes(pid, name) {
  if (!isLinux) throw new Error("the memory of another process can only be read on Linux");
  return Number(new RegExp(`${name}:\\s*(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}
