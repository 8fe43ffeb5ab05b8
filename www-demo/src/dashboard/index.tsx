// The dashboard, for people who run a bot.
import "./dashboard.css";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Icon, type IconName } from "../shell/icons.tsx";
import { lazy } from "../shell/lazy.tsx";
import { useMedia, WIDE } from "../shell/media.ts";
import { NotFound } from "../shell/NotFound.tsx";
import { route } from "../shell/route.ts";
import { WireLog } from "../wire/WireLog.tsx";
import { Bots } from "./Bots.tsx";
import { Connect } from "./Connect.tsx";
import { Overview } from "./Overview.tsx";
import { current, isAdding, type Session } from "./session.ts";
import { Try } from "./Try.tsx";
import { Unshowable } from "./Unshowable.tsx";
import { Updates } from "./Updates.tsx";

// The first load brings the overview. The chats and the forms are larger.
const ChatsView = lazy<{ session: Session }>(() => import("./ChatsView.tsx"), "The chats");
const Methods = lazy<{ session: Session }>(() => import("./Methods.tsx"), "The methods");

const Log = ({ session }: { session: Session }) => <WireLog record={session.record} onRepeat={(method, parameters) => session.call(method, parameters)} />;

const SECTIONS: readonly { path: string; name: string; icon: IconName; View: ComponentType<{ session: Session }> }[] = [
  { path: "overview", name: "Overview", icon: "gauge", View: Overview },
  { path: "updates", name: "Updates", icon: "list", View: Updates },
  { path: "chats", name: "Chats", icon: "chat", View: ChatsView },
  { path: "methods", name: "Methods", icon: "code", View: Methods },
  { path: "log", name: "Log", icon: "file", View: Log },
];

/** The views on one bot. */
export default function Dashboard() {
  const session = current.value;
  const isWide = useMedia(WIDE);
  useEffect(() => scrollTo(0, 0), [session, isAdding.value, route.value]);
  useEffect(() => () => void (isAdding.value = false), []);
  const [place = "", query = ""] = route.value.split("?");
  const [, asked = "", method = ""] = place.split("/");
  if (asked === "try") return <Try key={route.value} method={method} query={query} />;
  if (!session || isAdding.value) {
    return (
      <div class="page">
        <div class="connect-head">
          <h1>{session ? "Another bot" : "Dashboard"}</h1>
          {session && <button type="button" class="btn" onClick={() => (isAdding.value = false)}>Back to {session.mask(session.name)}</button>}
        </div>
        <p class="muted connect-lead">Webhook, updates, chats and a form for each method, for any bot of any service that implements the interface.</p>
        <Connect onDone={() => (isAdding.value = false)} />
      </div>
    );
  }
  const section = asked === "" ? SECTIONS[0] : SECTIONS.find(({ path }) => path === asked);
  if (!section) return <NotFound what={`The dashboard has no section “${asked}”.`} links={SECTIONS.map(({ path, name }) => [`#/dashboard/${path}`, name])} />;
  const { View } = section;
  return (
    <div class="dashboard">
      <aside class="side">
        {!isWide && <Bots session={session} />}
        <nav aria-label="Dashboard">
          <ul class="sections">
            {SECTIONS.map(({ path, name, icon }) => (
              <li key={path}><a href={`#/dashboard/${path}`} aria-current={path === section.path ? "page" : undefined}><Icon name={icon} /> {name}</a></li>
            ))}
          </ul>
        </nav>
      </aside>
      <div class="section" key={`${session.id}`}>
        <h1 class="visually-hidden">{section.name} of {session.mask(session.name)}</h1>
        <Unshowable key={section.path} mask={session.mask}><View session={session} /></Unshowable>
      </div>
    </div>
  );
}
