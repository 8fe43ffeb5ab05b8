// The libraries as an edge worker has them: bundled with wrangler's conditions, Node's modules from its compatibility layer.
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { bundle } from "../../support/wrangler.mjs";

const folder = fileURLToPath(new URL("..", import.meta.url));

/**
 * The modules of a source that imports as a file of `bench` does, the main one first, and the flags that they need. `alias`
 * names files in the place of packages.
 */
export async function edgeBundle(source, { define = {}, alias = {} } = {}) {
  const node = { isNeeded: false };
  const { script, wasm } = await bundle({ source, resolveDir: folder, minify: true, define, alias, plugins: [compatibilityLayer(node)] });
  const modules = wasm.map(({ path, contents }) => ({ name: path, type: "wasm", contents }));
  modules.unshift({ name: "worker.mjs", type: "esModule", contents: script });
  return { modules, flags: node.isNeeded ? ["nodejs_compat"] : [] };
}

/** Like wrangler, imports the modules that `require` asks for: workerd supports only imports. */
function compatibilityLayer(node) {
  return {
    name: "nodejs_compat",
    setup(plugins) {
      const filter = new RegExp(`^(node:)?(${builtinModules.filter((name) => !name.startsWith("_")).join("|")})$`);
      plugins.onResolve({ filter }, ({ path, kind }) => {
        node.isNeeded = true;
        const name = `node:${path.replace("node:", "")}`;
        return kind === "require-call" ? { path: name, namespace: "required" } : { path: name, external: true };
      });
      plugins.onLoad({ filter: /./, namespace: "required" }, ({ path }) => ({
        contents: `import required from ${JSON.stringify(path)}; module.exports = required;`,
      }));
    },
  };
}
