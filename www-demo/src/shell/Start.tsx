// The first view: what botwire does, in a minute, and where to try it.
import { Icon } from "./icons.tsx";

const CODE = `import { createWebhookHandler } from "botwire";

export default {
  fetch: createWebhookHandler(options, async ({ message }) => {
    if (!message?.text) return;
    const { chat, text } = message;
    return { method: "sendMessage", chat_id: chat.id, text };
  }),
};`;

/** What there is to see. */
export function Start() {
  return (
    <div class="start">
      <section class="hero">
        <div class="hero-words">
          <h1>Bots at the edge, typed and checked before anything is sent.</h1>
          <p class="lead">
            botwire gives JavaScript and Rust every method of a bot messaging service. It runs the same in workers,
            servers and this page, whose tools use nothing but the npm package.
          </p>
          <div class="hero-ways">
            <a class="btn primary large" href="#/playground"><Icon name="play" /> Try a bot in this page</a>
            <a class="btn large" href="./docs/"><Icon name="book" /> Read the docs</a>
            <a class="btn large" href="#/dashboard"><Icon name="gauge" /> Manage your bot</a>
          </div>
          <p class="hint">No account, no server, nothing to install: the whole service runs inside this page.</p>
        </div>
        <figure class="hero-code">
          <figcaption><span class="dot" /><span class="dot" /><span class="dot" /> worker.ts: a whole bot</figcaption>
          <pre tabIndex={0} aria-label="The code of a whole bot"><code>{CODE}</code></pre>
          <div class="hero-chat" aria-hidden="true">
            <span class="say own">Hello?</span>
            <span class="say">Hello?</span>
          </div>
        </figure>
      </section>
      <section class="ways" aria-label="Parts of the site">
        <Way icon="chat" name="Playground" href="#/playground" go="Open the playground">
          Write as a user, and a bot answers beside its code. Change the code and it runs at once. See every request on
          the wire, pay an invoice, play a game, break the connection.
        </Way>
        <Way icon="gauge" name="Dashboard" href="#/dashboard" go="Open the dashboard">
          Who is this bot, does its webhook work, what is coming in? A form for each method checks your input
          as you type. The token stays in this page's memory.
        </Way>
        <Way icon="code" name="Your own" go="npm install botwire">
          One package without dependencies, under 40 kB at the edge, for Workers, Deno, Bun, Node and browsers. The
          emulator of this page comes with it, for your tests.
        </Way>
      </section>
    </div>
  );
}

interface WayProps {
  icon: "chat" | "gauge" | "code";
  name: string;
  href?: string;
  go: string;
  children: string;
}

function Way({ icon, name, href, go, children }: WayProps) {
  return (
    <article class="way">
      <span class="way-icon"><Icon name={icon} size={22} /></span>
      <h2>{name}</h2>
      <p>{children}</p>
      {href ? <a href={href}>{go} <Icon name="right" size={14} /></a> : <code>{go}</code>}
    </article>
  );
}
