// The default theme with the header, the fonts and the colors of the site, and with live samples.
import { inBrowser, onContentUpdated, useRoute, withBase, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { onMounted, watch } from "vue";
import LiveSample from "./LiveSample.vue";
import SiteLink from "./SiteLink.vue";
import { switchColorsAtOnce } from "./colors.ts";
import { keepForOffline } from "./offline.ts";
import { followTabs, restoreTabs } from "./tabs.ts";
import "../../../www-demo/src/style/tokens.css";
import "../../../www-demo/src/shell/bar.css";
import "./style.css";

/** The page of a wrong address has no `main`, which screen readers jump to. */
function markMain(): void {
  const content = document.querySelector("#VPContent");
  if (content?.querySelector("main")) content.removeAttribute("role");
  else content?.setAttribute("role", "main");
}

/** An error message that a reader pastes into the search is longer than the 64 characters that VitePress permits. */
function searchWholeErrors(): void {
  addEventListener("focusin", ({ target }) => target instanceof HTMLInputElement && target.id === "localsearch-input" && target.removeAttribute("maxlength"));
}

export default {
  extends: DefaultTheme,
  setup() {
    if (!inBrowser) return;
    // Its path is relative to the first page. A full URL also works on the next pages.
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) icon.href = new URL(icon.href).href;
    switchColorsAtOnce();
    followTabs();
    searchWholeErrors();
    onContentUpdated(restoreTabs);
    const route = useRoute();
    onMounted(markMain);
    keepForOffline();
    watch(() => route.path, markMain, { flush: "post" });
  },
  enhanceApp({ app, router }) {
    app.component("LiveSample", LiveSample);
    app.component("SiteLink", SiteLink);
    if (!inBrowser) return;
    // The start page belongs to the whole site, one folder above the documentation.
    router.onBeforeRouteChange = (to) => {
      const home = new URL(withBase("/"), location.href);
      if (new URL(to, location.href).pathname.replace(/index\.html$/, "") !== home.pathname) return true;
      location.assign(new URL("../", home));
      return false;
    };
  },
} satisfies Theme;
