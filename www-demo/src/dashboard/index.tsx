// The dashboard, for people who run a bot.
import "./dashboard.css";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon, type IconName } from "../shell/icons.tsx";
import { NotFound } from "../shell/NotFound.tsx";
import { route } from "../shell/route.ts";
import { WireLog } from "../wire/WireLog.tsx";
import { ChatsView } from "./ChatsView.tsx";
import { Connect } from "./Connect.tsx";
import { Methods } from "./Methods.tsx";
import { Overview } from "./Overview.tsx";
import { current, forget, type Session, sessions } from "./session.ts";
import { Try } from "./Try.tsx";
import { Unshowable } from "./Unshowable.tsx";
import { Updates } from "./Updates.tsx";

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
  const [isAdding, setAdding] = useState(false);
  const session = current.value;
  useEffect(() => scrollTo(0, 0), [session, isAdding, route.value]);
  const [place = "", query = ""] = route.value.split("?");
  const [, asked = "", method = ""] = place.split("/");
  if (asked === "try") return <Try key={route.value} method={method} query={query} />;
  if (!session || isAdding) {
    return (
      <div class="page">
        <div class="connect-head">
          <h1>{session ? "Another bot" : "Dashboard"}</h1>
          {session && <button type="button" class="btn" onClick={() => setAdding(false)}>Back to {session.mask(session.name)}</button>}
        </div>
        <p class="muted connect-lead">Webhook, updates, chats and a form for each method, for any bot of any service that implements the interface.</p>
        <Connect onDone={() => setAdding(false)} />
      </div>
    );
  }
  const section = asked === "" ? SECTIONS[0] : SECTIONS.find(({ path }) => path === asked);
  if (!section) return <NotFound what={`The dashboard has no section “${asked}”.`} links={SECTIONS.map(({ path, name }) => [`#/dashboard/${path}`, name])} />;
  const { View } = section;
  return (
    <div class="dashboard">
      <aside class="side">
        <Bots add={() => setAdding(true)} />
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

/** The location of a bot; two bots may have the same name. */
const place = ({ inside, baseUrl }: Session): string => (inside ? "emulator in this page" : new URL(baseUrl).host);

/** Shows the selected bot, and adds and removes bots. */
function Bots({ add }: { add: () => void }) {
  const session = current.value;
  if (!session) return null;
  return (
    <div class="bots">
      <span class="face" aria-hidden="true">{(session.me.value?.first_name ?? "?").slice(0, 1)}</span>
      <div class="bots-words">
        {sessions.value.length > 1 ? (
          <select class="select" aria-label="Bot" value={session.id} onChange={({ currentTarget }) => (current.value = sessions.value.find(({ id }) => id === Number(currentTarget.value)))}>
            {sessions.value.map((other) => <option key={other.id} value={other.id}>{other.mask(other.name)} · {place(other)}</option>)}
          </select>
        ) : <b>{session.mask(session.name)}</b>}
        <small class="muted">{place(session)}</small>
      </div>
      <div class="bots-actions">
        <button type="button" class="btn small ghost" aria-label="Add another bot" onClick={add}><Icon name="plus" size={14} /> <span class="wide">Add</span></button>
        <button type="button" class="btn small ghost" aria-label="Forget this bot and its token" title="Forget this bot and its token" onClick={() => forget(session)}><Icon name="close" size={14} /> <span class="wide">Forget</span></button>
      </div>
    </div>
  );
}
