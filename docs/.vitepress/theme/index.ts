// The default theme, with what is ours: running samples, links to the other parts of the site.
import { inBrowser, onContentUpdated, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import LiveSample from "./LiveSample.vue";
import SiteLink from "./SiteLink.vue";
import SiteLinks from "./SiteLinks.vue";
import { followTabs, restoreTabs } from "./tabs.ts";
import "./style.css";

export default {
  extends: DefaultTheme,
  setup() {
    if (!inBrowser) return;
    // Its path is relative to the first page; as a URL it holds on the next ones too.
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) icon.href = new URL(icon.href).href;
    followTabs();
    onContentUpdated(restoreTabs);
  },
  enhanceApp({ app }) {
    app.component("LiveSample", LiveSample);
    app.component("SiteLink", SiteLink);
    app.component("SiteLinks", SiteLinks);
  },
} satisfies Theme;
