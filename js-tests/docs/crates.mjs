// A registry of crates on loopback: the packed crates of this repository, and for all others the one that cargo knows.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { output } from "../packaging/support/programs.mjs";
import { serve } from "../support/serve.mjs";
import { root } from "../support/target.mjs";
import { temporary } from "../support/temporary.mjs";

const NAMES = ["botwire-macros", "botwire"];

/** Returns a `CARGO_HOME` whose cargo finds the crates that would be published, and `close`. `latest` are versions of others that pass for the latest. */
export async function cargoHome(latest = {}) {
  const packed = temporary();
  const cargo = (...parameters) => output("cargo", parameters, root);
  await cargo("package", "--quiet", "--no-verify", "--allow-dirty", "--target-dir", packed, ...NAMES.flatMap((name) => ["--package", name]));
  const { packages } = JSON.parse((await cargo("metadata", "--no-deps", "--format-version=1")).stdout);
  const crates = Object.fromEntries(NAMES.flatMap((name) => {
    const found = packages.find((found) => found.name === name);
    const crate = readFileSync(join(packed, "package", `${name}-${found.version}.crate`));
    return [[place(name), entry(found, crate)], [`/crates/${name}/${found.version}/download`, crate]];
  }));
  // The folder of its index is named after its host.
  const indexes = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry/index");
  const [others] = readdirSync(indexes).filter((name) => name.startsWith("index.")).map((name) => name.replace(/-\w+$/, ""));
  const ofOthers = async (path) => (await output("curl", ["--silent", "--show-error", "--fail", "--location", `https://${others}${path}`], root)).stdout;
  for (const [name, version] of Object.entries(latest)) crates[place(name)] = upTo(version, await ofOthers(place(name)));
  let downloads;
  const { url, close } = await serve(async (request) => {
    const { pathname, origin } = new URL(request.url);
    if (pathname === "/config.json") return Response.json({ dl: `${origin}/crates` });
    if (crates[pathname]) return new Response(crates[pathname]);
    if (!pathname.startsWith("/crates/")) return Response.redirect(`https://${others}${pathname}`, 302);
    downloads ??= ofOthers("/config.json").then((text) => JSON.parse(text).dl);
    return Response.redirect((await downloads) + pathname.slice("/crates".length), 302);
  });
  const home = temporary();
  writeFileSync(join(home, "config.toml"), `[source.crates-io]\nreplace-with = "packed"\n\n[source.packed]\nregistry = "sparse+${url}/"\n`);
  return { home, close };
}

/** Where the index has a crate. */
const place = (name) => `/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;

/** The lines of the index that are not newer than that of a version. */
function upTo(version, lines) {
  const kept = lines.trim().split("\n");
  const last = kept.findIndex((line) => JSON.parse(line).vers === version);
  return `${kept.slice(0, last + 1).join("\n")}\n`;
}

/** The line of a crate in the index. */
function entry({ name, version, dependencies, features }, crate) {
  const deps = dependencies.filter(({ kind }) => kind !== "dev").map(({ name, rename, req, features, optional, uses_default_features, target, kind }) => ({
    name: rename ?? name, req, features, optional, default_features: uses_default_features, target, kind: kind ?? "normal", package: name,
  }));
  const cksum = createHash("sha256").update(crate).digest("hex");
  return `${JSON.stringify({ name, vers: version, deps, features: {}, features2: features, v: 2, yanked: false, cksum })}\n`;
}
