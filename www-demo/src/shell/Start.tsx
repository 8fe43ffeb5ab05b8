// The front page: what botwire does, a running bot, and links.
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icons.tsx";
import { isDark } from "./theme.ts";

const CODE = `import { createWebhookHandler, on, reply } from "botwire";

const handler = on({
  message: (message) => reply(message, "Hello!"),
});

export default {
  fetch: createWebhookHandler(
    ({ SERVICE, BOT_TOKEN, HOOK_PATH }) => ({
      baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH,
    }),
    handler,
  ),
};`;

const FEATURES: readonly (readonly [title: string, text: string, href: string])[] = [
  ["Checked before sending", "Types, limits and rules are checked. An error names the path of the wrong value.", "./docs/guide/errors.html"],
  ["Small", "No dependencies, one wasm file. Runs at the edge, on servers and in web pages.", "./docs/guide/performance.html"],
  ["The same code on every host", "Workers, Deno, Bun, Node, Vercel, Lambda, browsers, and Rust.", "./docs/hosts/index.html"],
  ["Correct under load", "Each update is handled once and in order, over the store of your choice.", "./docs/guide/how-updates-flow.html"],
  ["Tested without the service", "The emulator is the whole service in memory: write as any user, move its clock, inject failures.", "./docs/guide/testing.html"],
  ["Made to be read", "A cookbook, errors with their fixes, and a comparison with other libraries.", "./docs/guide/cookbook.html"],
];

/** The front page. */
export function Start() {
  return (
    <div class="start">
      <section class="hero">
        <div class="hero-words">
          <h1>Bots at the edge, typed and checked before anything is sent.</h1>
          <p class="lead">
            botwire gives JavaScript and Rust every method of a bot messaging service. The same code runs in workers, on
            servers and in this page.
          </p>
          <div class="hero-actions">
            <a class="btn primary large" href="./docs/guide/quick-start.html"><Icon name="play" /> Quick start</a>
            <a class="btn large" href="./docs/guide/what-it-is.html"><Icon name="book" /> Read the docs</a>
            <a class="btn large" href="#/playground"><Icon name="chat" /> Open the playground</a>
          </div>
          <p class="install">
            <code>npm create botwire@latest my-bot</code> <code>cargo add botwire</code>
          </p>
        </div>
        <figure class="hero-code">
          <figcaption><span class="dot" /><span class="dot" /><span class="dot" /> worker.js: a whole bot</figcaption>
          <pre tabIndex={0} aria-label="The code of a whole bot"><code>{CODE}</code></pre>
        </figure>
      </section>
      <LiveBot />
      <section class="tools" aria-label="Tools">
        <Tool icon="chat" name="Playground" href="#/playground" go="Open the playground">
          Write to a bot as a user and change its code. See every request, pay an invoice, play a game, break the connection.
        </Tool>
        <Tool icon="gauge" name="Dashboard" href="#/dashboard" go="Manage your bot">
          Check the webhook, watch updates arrive, and call any method with a form. The token stays in the memory of this page.
        </Tool>
        <Tool icon="code" name="Emulator" href="./docs/guide/emulator.html" go="Run it on your machine">
          The service that runs in this page is part of the package. Use it for tests, or with a bot in any language.
        </Tool>
      </section>
      <section class="features" aria-label="Features">
        {FEATURES.map(([title, text, href]) => (
          <a key={href} class="feature" href={href}>
            <strong>{title}</strong>
            <span>{text}</span>
          </a>
        ))}
      </section>
    </div>
  );
}

/** Milliseconds after which the bot starts without an action of the visitor. */
const LATER_MS = 4000;
const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "keydown", "scroll"] as const;

/**
 * Calls `run` once, at the visitor's first action or after a delay: the page is then idle. Returns a function that
 * cancels it.
 */
function onceActive(run: () => void): () => void {
  const controller = new AbortController();
  const timer = setTimeout(() => act(), LATER_MS);
  const stop = (): void => (controller.abort(), clearTimeout(timer));
  const act = (): void => (stop(), run());
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, act, { signal: controller.signal, passive: true });
  return stop;
}

/** A bot in a frame. It is loaded when it comes into view and the visitor is there, so that the words above appear first. */
function LiveBot() {
  const frame = useRef<HTMLIFrameElement>(null);
  const place = useRef<HTMLElement>(null);
  const [source, setSource] = useState("");
  const theme = isDark.value ? "dark" : "light";
  const tellTheme = (): void => frame.current?.contentWindow?.postMessage({ botwire: "theme", theme }, location.origin);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSource(`./embed.html?sample=hello&theme=${theme}`);
      observer.disconnect();
    });
    const cancel = onceActive(() => place.current && observer.observe(place.current));
    return () => (cancel(), observer.disconnect());
  }, []);
  useEffect(tellTheme, [theme]);
  return (
    <section class="live" ref={place} aria-labelledby="live-heading">
      <h2 id="live-heading">A bot that runs here</h2>
      <p>Write to the bot. Change its code, and the change runs at once. No account and no server: the service runs in this page.</p>
      {source ? <iframe ref={frame} src={source} title="A bot that runs here" onLoad={tellTheme} /> : <p class="live-waits">The bot starts in a moment.</p>}
    </section>
  );
}

interface ToolProps {
  icon: IconName;
  name: string;
  href: string;
  go: string;
  children: string;
}

function Tool({ icon, name, href, go, children }: ToolProps) {
  return (
    <article class="tool">
      <span class="tool-icon"><Icon name={icon} size={22} /></span>
      <h2>{name}</h2>
      <p>{children}</p>
      <a href={href}>{go} <Icon name="right" size={14} /></a>
    </article>
  );
}
