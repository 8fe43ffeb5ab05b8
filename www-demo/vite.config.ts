// How the site is built: plain files that work under any path of any static host, and offline once loaded.
import { defineConfig } from "vite";
import { figures } from "./vite/figures.ts";
import { offline } from "./vite/offline.ts";
import { playground, samplesList } from "./vite/playground.ts";

export default defineConfig({
  base: "./",
  plugins: [playground(), samplesList(), figures(), offline()],
  build: {
    // Browsers with light-dark() in CSS.
    target: ["chrome123", "firefox125", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ["index.html", "embed.html"] },
    reportCompressedSize: false,
    // The notices of the libraries that are bundled.
    license: { fileName: "third-party-notices.md" },
  },
  worker: { format: "es", plugins: () => [playground()] },
  // Its wasm files are located relative to its modules, which pre-bundling would move.
  optimizeDeps: { exclude: ["botwire"] },
});
