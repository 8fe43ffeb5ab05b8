// The first line of each sample describes it: `// Title: what it shows in a line.`
const sources = import.meta.glob<string>("../samples/*.ts", { query: "?raw", import: "default", eager: true });

export interface Sample {
  readonly title: string;
}

const entries = Object.entries(sources)
  .filter(([path]) => !path.endsWith(".d.ts"))
  .map(([path, source]): [string, Sample] => {
    const id = path.slice(path.lastIndexOf("/") + 1, -".ts".length);
    return [id, { title: source.split("\n", 1)[0]!.replace(/^\/\/ /, "").replace(/:.*$/, "") }];
  });

/** The samples, by name. */
export const samples: Readonly<Record<string, Sample>> = Object.fromEntries(entries);
