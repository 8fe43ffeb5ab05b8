// The default theme, with what is ours: running samples, links to the other parts of the site.
import { inBrowser, onContentUpdated, useRoute, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { h, onMounted, watch } from "vue";
import HomeCode from "./HomeCode.vue";
import LiveSample from "./LiveSample.vue";
import SiteLink from "./SiteLink.vue";
import SiteLinks from "./SiteLinks.vue";
import { switchColoursAtOnce } from "./colours.ts";
import { keepForOffline } from "./offline.ts";
import { followTabs, restoreTabs } from "./tabs.ts";
import "./style.css";

/** The first page and that of a wrong address come without a `main`, to which screen readers jump. */
function markMain(): void {
  const content = document.querySelector("#VPContent");
  if (content?.querySelector("main")) content.removeAttribute("role");
  else content?.setAttribute("role", "main");
}

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "home-hero-image": () => h(HomeCode) }),
  setup() {
    if (!inBrowser) return;
    // Its path is relative to the first page; as a URL it holds on the next ones too.
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) icon.href = new URL(icon.href).href;
    switchColoursAtOnce();
    followTabs();
    onContentUpdated(restoreTabs);
    const route = useRoute();
    onMounted(markMain);
    keepForOffline();
    watch(() => route.path, markMain, { flush: "post" });
  },
  enhanceApp({ app }) {
    app.component("LiveSample", LiveSample);
    app.component("SiteLink", SiteLink);
    app.component("SiteLinks", SiteLinks);
  },
} satisfies Theme;
