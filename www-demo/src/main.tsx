// The start of the site: styles, the shell, and the files stored for offline use.
import "./style/tokens.css";
import "./style/base.css";
import "./style/controls.css";
import { render } from "preact";
import { keepForOffline } from "./shell/offline.ts";
import { Shell } from "./shell/Shell.tsx";
import { followTheme } from "./shell/theme.ts";

const place = document.getElementById("app");
if (place) render(<Shell />, place);
followTheme();
keepForOffline();
