// The start of the studio: the chat with the bot that runs elsewhere, over the HTTP interface of the emulator.
import { render } from "preact";
import { followTheme } from "./shell/theme.ts";
import { Studio } from "./studio/Studio.tsx";

const place = document.getElementById("app");
followTheme();
if (place) render(<Studio />, place);
