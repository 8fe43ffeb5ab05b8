// A registry of npm on loopback with these packages.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { output } from "../packaging/support/programs.mjs";
import { serve } from "../support/serve.mjs";

/** Serves tarballs as a registry does, and sends requests for other packages to the registry `others`, if any. Returns its URL and `close`. */
export async function registryOf(tarballs, others) {
  const packages = await Promise.all(tarballs.map(async (tarball) => {
    const manifest = JSON.parse((await output("tar", ["-xzOf", tarball, "package/package.json"], ".")).stdout);
    return { manifest, bytes: await readFile(tarball) };
  }));
  return serve((request) => {
    const { pathname, origin } = new URL(request.url);
    const found = packages.find(({ manifest }) => pathname === `/${manifest.name}` || pathname === `/${manifest.name}.tgz`);
    if (!found && others && request.method === "GET") return Response.redirect(others.replace(/\/$/, "") + pathname, 302);
    if (!found) return new Response("{}", { status: 404 });
    const { manifest, bytes } = found;
    const { name, version } = manifest;
    if (pathname.endsWith(".tgz")) return new Response(bytes);
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const dist = { tarball: `${origin}/${name}.tgz`, integrity };
    return Response.json({ name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } });
  });
}
