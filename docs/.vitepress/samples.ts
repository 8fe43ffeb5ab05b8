// The first line of each sample describes it: `// Title: one line about it.`
const sources = import.meta.glob<string>("../samples/*.ts", { query: "?raw", import: "default", eager: true });

/** The titles of the samples, by name. */
export const titles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(sources)
    .filter(([path]) => !path.endsWith(".d.ts"))
    .map(([path, source]) => [path.slice(path.lastIndexOf("/") + 1, -".ts".length), source.split("\n", 1)[0]!.replace(/^\/\/ /, "").replace(/:.*$/, "")]),
);
