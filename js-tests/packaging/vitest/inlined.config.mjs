// The setting that makes Vitest run a package through Vite.
export default { test: { server: { deps: { inline: ["botwire"] } } } };
