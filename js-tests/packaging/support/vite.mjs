// Vite without configuration, with all its warnings and errors in a list.
import { after } from "node:test";

/** Options for a project, and Vite's complaints. */
export function options(folder) {
  const complaints = [];
  // On a busy machine, Vite reports slow plugins.
  const note = (text) => text.includes("PLUGIN_TIMINGS") || complaints.push(text);
  return {
    complaints,
    inline: {
      root: folder,
      configFile: false,
      envDir: false,
      logLevel: "warn",
      customLogger: { info() {}, warn: note, warnOnce: note, error: note, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false },
      server: { host: "127.0.0.1", port: 0 },
      preview: { host: "127.0.0.1", port: 0 },
    },
  };
}

/** Starts the development server made by a version's `createServer`. Returns its address. */
export async function develop(createServer, inline) {
  const server = await createServer(inline);
  after(() => server.close());
  await server.listen();
  // A page that comes while the server still looks for dependencies is loaded twice, the first time with errors.
  await server.environments.client.depsOptimizer.scanProcessing;
  return address(server);
}

/** The address of a server of Vite. */
export const address = ({ httpServer }) => `http://127.0.0.1:${httpServer.address().port}`;
