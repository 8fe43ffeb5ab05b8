// Shows the selected bot, and adds and removes bots.
import { Icon } from "../shell/icons.tsx";
import { current, forget, isAdding, type Session, sessions } from "./session.ts";

/** The location of a bot; two bots may have the same name. */
const place = ({ inside, baseUrl }: Session): string => (inside ? "emulator in this page" : new URL(baseUrl).host);

export function Bots({ session }: { session: Session }) {
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
        <button type="button" class="icon-btn small" aria-label="Add another bot" title="Add another bot" onClick={() => (isAdding.value = true)}><Icon name="plus" size={16} /></button>
        <button type="button" class="icon-btn small" aria-label="Forget this bot and its token" title="Forget this bot and its token" onClick={() => forget(session)}><Icon name="close" size={16} /></button>
      </div>
    </div>
  );
}
