// Writes the bill of materials of the npm package, as CycloneDX 1.6: the crates in its wasm files.
// node sbom.mjs <folder of the package> <file>
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { linkedCrates } from "./linked.mjs";

const [, , folder, file] = process.argv;
const { name, version, license, description } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const sha256 = (path) => ({ alg: "SHA-256", content: createHash("sha256").update(readFileSync(join(folder, path))).digest("hex") });
const ref = `pkg:npm/${name}@${version}`;
const components = linkedCrates().map((crate) => ({
  type: "library",
  "bom-ref": `pkg:cargo/${crate.name}@${crate.version}`,
  name: crate.name,
  version: crate.version,
  purl: `pkg:cargo/${crate.name}@${crate.version}`,
  scope: "required",
  ...(crate.license ? { licenses: [{ expression: crate.license.replaceAll("/", " OR ") }] } : {}),
  ...(crate.checksum ? { hashes: [{ alg: "SHA-256", content: crate.checksum }] } : {}),
  ...(crate.repository ? { externalReferences: [{ type: "vcs", url: crate.repository }] } : {}),
}));
const files = ["botwire.wasm", "emulator/emulator.wasm"].map((path) => ({ type: "file", "bom-ref": `file:${path}`, name: path, hashes: [sha256(path)] }));
// Without a time and a serial number, so that a commit always gives the same file.
const bom = {
  $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: { component: { type: "library", "bom-ref": ref, name, version, description, purl: ref, licenses: [{ expression: license }] } },
  components: [...components, ...files],
  dependencies: [{ ref, dependsOn: [...components, ...files].map((component) => component["bom-ref"]) }],
};
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
