// The frame around every view: where one is, where one can go, dark or light.
import "./shell.css";
import { useEffect, useRef } from "preact/hooks";
import icon from "./icon.svg";
import { lazy } from "./lazy.tsx";
import { NotFound } from "./NotFound.tsx";
import { route } from "./route.ts";
import { Start } from "./Start.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";

const Playground = lazy(() => import("../playground/index.tsx"), "The playground");
const Dashboard = lazy(() => import("../dashboard/index.tsx"), "The dashboard");

/** The pages of the documentation, the same as in its navigation bar. */
const PAGES = [
  ["./docs/guide/what-it-is.html", "Guide"],
  ["./docs/reference/methods/index.html", "Methods"],
  ["./docs/reference/types/index.html", "Types"],
  ["./docs/reference/api/index.html", "API"],
] as const;

const VIEWS = [
  { path: "playground", name: "Playground", View: Playground },
  { path: "dashboard", name: "Dashboard", View: Dashboard },
] as const;

/** The site. */
export function Shell() {
  const [head = ""] = route.value.split(/[/?]/);
  const here = VIEWS.find(({ path }) => path === head);
  const isStart = head === "";
  const main = useRef<HTMLElement>(null);
  const isFirstLoad = useRef(true);
  useEffect(() => {
    document.title = here ? `${here.name} · botwire` : isStart ? "botwire" : "Page not found · botwire";
    // Readers of the screen hear where they came to; at the first load they begin at the top.
    if (!isFirstLoad.current) main.current?.focus({ preventScroll: true });
    isFirstLoad.current = false;
    scrollTo(0, 0);
  }, [here, isStart]);
  const View = here?.View ?? (isStart ? Start : PageNotFound);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        Skip to the content
      </a>
      <header class="bar">
        <a class="brand" href="#/" aria-label="botwire, start page" aria-current={isStart ? "page" : undefined}>
          <img src={icon} width="28" height="28" alt="" />
          <span class="brand-name">botwire</span>
        </a>
        <nav class="bar-nav" aria-label="Main">
          {PAGES.map(([href, name]) => <a key={href} class={name === "Guide" ? undefined : "wide-only"} href={href}>{name}</a>)}
          {VIEWS.map(({ path, name }) => (
            <a key={path} href={`#/${path}`} aria-current={here?.path === path ? "page" : undefined}>{name}</a>
          ))}
        </nav>
        <ThemeSwitch />
      </header>
      <main id="main" ref={main} tabIndex={-1} class={here ? `view view-${here.path}` : "view view-start"}>
        <View />
      </main>
    </>
  );
}

const PageNotFound = () => (
  <NotFound what="There is no page at this address." links={[["#/", "Start"], ...VIEWS.map(({ path, name }): [string, string] => [`#/${path}`, name]), ["./docs/guide/what-it-is.html", "Guide"]]} />
);
