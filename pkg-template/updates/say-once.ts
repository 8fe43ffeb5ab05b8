// Lines on the console that a program needs once.
const said = new Set<string>();

/** Writes a warning to the console, unless this program has written it before. */
export function sayOnce(line: string): void {
  if (said.has(line)) return;
  said.add(line);
  console.warn(line);
}
