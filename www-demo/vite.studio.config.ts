// How the studio is built: the page that `botwire-emulator` serves, from the root of its port. It needs no built package.
import { defineConfig } from "vite";

export default defineConfig({
  base: "/",
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
