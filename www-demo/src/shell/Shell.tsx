// The frame around every view: the header, and the view below it.
import "./shell.css";
import { useEffect, useRef } from "preact/hooks";
import { Header } from "./Header.tsx";
import { lazy } from "./lazy.tsx";
import { useMedia, WIDE } from "./media.ts";
import { NotFound } from "./NotFound.tsx";
import { route } from "./route.ts";
import { Start } from "./Start.tsx";

const VIEWS = [
  {
    path: "playground", name: "Playground", View: lazy(() => import("../playground/index.tsx"), "The playground"),
    Controls: lazy(() => import("../playground/Controls.tsx")),
  },
  {
    path: "dashboard", name: "Dashboard", View: lazy(() => import("../dashboard/index.tsx"), "The dashboard"),
    Controls: lazy(() => import("../dashboard/Controls.tsx")),
  },
] as const;

/** The site. */
export function Shell() {
  const [head = ""] = route.value.split(/[/?]/);
  const here = VIEWS.find(({ path }) => path === head);
  const isStart = head === "";
  const isWide = useMedia(WIDE);
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
      <Header>{here && isWide && <here.Controls key={here.path} />}</Header>
      <main id="main" ref={main} tabIndex={-1} class={here ? `view view-${here.path}` : "view view-start"}>
        <View />
      </main>
    </>
  );
}

const PageNotFound = () => (
  <NotFound what="There is no page at this address." links={[["#/", "Start"], ...VIEWS.map(({ path, name }): [string, string] => [`#/${path}`, name]), ["./docs/guide/what-it-is.html", "Guide"]]} />
);
