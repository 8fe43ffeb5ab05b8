// Applies the theme before the first paint to avoid a flash. A separate file, so that a CSP can forbid inline scripts.
try {
  // The documentation stores the choice under the same name.
  const theme = new URLSearchParams(location.search).get("theme") ?? localStorage.getItem("vitepress-theme-appearance");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden: colors are then as the system says.
}
if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("app").innerHTML = "<p style='max-width:36em;margin:4em auto;padding:0 1em;font:16px/1.5 system-ui'>Browsers run no modules of pages that are opened as files. Serve this folder from any static host, or run <code>cargo xtask demo --web</code>.</p>";
  });
}
