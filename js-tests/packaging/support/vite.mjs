// Vite as it is without configuration, with all that it would print as a warning or an error in a list.

/** Options for a project, and what Vite complained of. */
export function options(folder) {
  const complaints = [];
  const note = (text) => complaints.push(text);
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

/** The address of a server of Vite. */
export const address = ({ httpServer }) => `http://127.0.0.1:${httpServer.address().port}`;
