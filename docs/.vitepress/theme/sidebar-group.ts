// Hydrates the links of the sidebar when they come into view: on a phone when the menu opens, not while the page loads.
import { useRoute } from "vitepress";
import VPSidebarGroup from "vitepress/dist/client/theme-default/components/VPSidebarGroup.vue";
import { defineAsyncComponent, defineComponent, h, hydrateOnVisible } from "vue";

const Links = defineAsyncComponent({ loader: async () => VPSidebarGroup, hydrate: hydrateOnVisible() });

/** Replaces VitePress's component, see `config.ts`. */
export default defineComponent({
  props: ["items"],
  setup(props) {
    const route = useRoute();
    // The HTML marks the first page. Changing an attribute makes Vue redraw links that are not hydrated yet.
    return () => h(Links, { items: props.items, "data-page": route.path });
  },
});
