// The start of the small playground, which a page of the documentation shows in a frame: `embed.html?sample=echo&theme=dark`. With
// `view=live` it is the bot of the start page.
import "./style/tokens.css";
import "./style/base.css";
import "./style/controls.css";
import { render } from "preact";
import { Embed } from "./playground/Embed.tsx";
import { keepForOffline } from "./shell/offline.ts";
import { apply } from "./shell/theme.ts";

addEventListener("message", ({ source, data }: MessageEvent<{ botwire?: string; theme?: string } | null>) => {
  if (source !== parent || data?.botwire !== "theme") return;
  apply(data.theme === "dark" || data.theme === "light" ? data.theme : "auto");
});
const place = document.getElementById("app");
keepForOffline();
const asked = new URLSearchParams(location.search);
if (place) render(<Embed id={asked.get("sample") ?? ""} isLive={asked.get("view") === "live"} />, place);
