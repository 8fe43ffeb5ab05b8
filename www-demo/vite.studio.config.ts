// How the studio is built: the page that `botwire emulator` serves, from the root of its port. It needs no built package.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

export default defineConfig({
  base: "/",
  // The package contains this page, so it is not built yet.
  resolve: { alias: { "botwire/schema.json": fileURLToPath(new URL("../target/xtask/rendered/schema.json", import.meta.url)) } },
  build: {
    // Browsers with light-dark() in CSS.
    target: ["chrome123", "firefox125", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: "studio.html" },
    reportCompressedSize: false,
    license: { fileName: "third-party-notices.md" },
  },
});
