// Adds a bot: a service and a token, or the emulator inside the page.
import "./connect.css";
import "./form/field.css";
import { useRef, useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import { Calling } from "./calling.ts";
import { explain } from "./explain.ts";
import { Outcome } from "./Outcome.tsx";
import { add, insideSession, Session } from "./session.ts";

const REMEMBERED = "base url";

/** The base URL of the last bot that was connected. */
function rememberedBaseUrl(): string {
  try {
    return localStorage.getItem(REMEMBERED) ?? "";
  } catch {
    return "";
  }
}

function rememberBaseUrl(url: string): void {
  try {
    localStorage.setItem(REMEMBERED, url);
  } catch {
    // Storage may be forbidden: the base URL is then entered again.
  }
}

/** The form; `onDone` when a bot was added. */
export function Connect({ onDone }: { onDone?: () => void }) {
  const url = useRef<HTMLInputElement>(null);
  const token = useRef<HTMLInputElement>(null);
  const [calling] = useState(() => new Calling());
  const [inside] = useState(() => new Calling());
  const [pending, setPending] = useState<Session | undefined>();
  const [refused, refuse] = useState("");
  const [allowHttp, setAllowHttp] = useState(false);
  const [needsHttp, setNeedsHttp] = useState(false);
  const meet = (session: Session): void =>
    void calling.run(async ({ signal }) => {
      await session.meet(signal);
      rememberBaseUrl(session.baseUrl);
      add(session);
      onDone?.();
    });
  /** A pasted URL of a method contains the token, which moves to the field that hides it. */
  const split = (): void => {
    const [, base, secret] = /^(.*?)\/bot(\d+:[^/?#]+)/.exec(url.current?.value ?? "") ?? [];
    if (base === undefined || secret === undefined || !url.current || !token.current) return;
    url.current.value = base;
    token.current.value = decodeURIComponent(secret);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    split();
    const [at, secret] = [url.current?.value.trim() ?? "", token.current?.value.trim() ?? ""];
    refuse("");
    calling.reset();
    if (!at || !secret) return refuse(at ? "The token is missing." : "The base URL is missing.");
    try {
      const session = new Session(at, secret, { allowHttp });
      setPending(session);
      meet(session);
    } catch (error) {
      const { text } = explain(error);
      setNeedsHttp(/^http:/i.test(at));
      refuse(text.replaceAll(secret, "<token>"));
    }
  };
  return (
    <div class="connect">
      <section class="card connect-card" aria-labelledby="connect-own">
        <h2 id="connect-own"><Icon name="key" /> Your bot</h2>
        <form onSubmit={submit} autocomplete="off" noValidate>
          <div class="form-field">
            <label class="label" for="base-url">Base URL of the service</label>
            <input ref={url} id="base-url" class="input mono" type="url" inputMode="url" placeholder="https://service.example" defaultValue={rememberedBaseUrl()} autocomplete="url" spellcheck={false} aria-describedby="connect-fault" onChange={split} />
          </div>
          <div class="form-field">
            <label class="label" for="token">Token</label>
            <input ref={token} id="token" class="input mono" type="password" placeholder="123456:…" autocomplete="off" spellcheck={false} data-1p-ignore data-lpignore="true" aria-describedby="token-note connect-fault" />
            <p class="doc" id="token-note">It stays in the memory of this page: it is never stored, logged or put in a URL, and it is gone when you leave.</p>
          </div>
          {needsHttp && (
            <label class="check"><input type="checkbox" checked={allowHttp} onChange={({ currentTarget }) => setAllowHttp(currentTarget.checked)} /> Send the token without TLS, because the network is private</label>
          )}
          <p class="flaw" id="connect-fault" role="alert">{refused && <><Icon name="alert" size={14} /> {refused}</>}</p>
          <button type="submit" class="btn primary" disabled={calling.state.value === "running"}>Connect</button>
        </form>
        {pending && <Outcome session={pending} calling={calling} repeat={() => meet(pending)} withResult={false} />}
      </section>
      <section class="card connect-card" aria-labelledby="connect-emulator">
        <h2 id="connect-emulator"><Icon name="play" /> No bot yet?</h2>
        <p>The whole service runs in this page as an emulator, with a bot and a user. Nothing leaves your device.</p>
        <ul class="ticks">
          <li><Icon name="check" size={16} /> All methods, files, payments, games</li>
          <li><Icon name="check" size={16} /> Works offline</li>
          <li><Icon name="check" size={16} /> Gone when you close the page</li>
        </ul>
        <button
          type="button" class="btn" disabled={inside.state.value === "running"}
          onClick={() => void inside.run(async () => (add(await insideSession()), onDone?.()))}
        >
          {inside.state.value === "running" ? "Starting …" : "Use the emulator"}
        </button>
        {inside.state.value === "failed" && <p class="flaw" role="alert">The emulator could not be loaded. Check the connection.</p>}
      </section>
    </div>
  );
}
