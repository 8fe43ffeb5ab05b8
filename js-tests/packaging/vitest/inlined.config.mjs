// What users set for packages that Vitest should run through Vite.
export default { test: { server: { deps: { inline: ["botwire"] } } } };
