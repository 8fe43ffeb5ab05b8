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
    followTabs();
    onContentUpdated(restoreTabs);
  },
  enhanceApp({ app }) {
    app.component("LiveSample", LiveSample);
    app.component("SiteLink", SiteLink);
    app.component("SiteLinks", SiteLinks);
  },
} satisfies Theme;
