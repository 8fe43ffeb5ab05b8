// The start page: a running bot and its wire next to the headline, figures, and what there is.
import "./live-bot.css";
import "./start.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { code, figures } from "virtual:figures";
import { Icon } from "./icons.tsx";
import { isDark } from "./theme.ts";

const COMMANDS = [
  ["A new bot", "npm create botwire@latest my-bot"],
  ["A bot that you have, in any language", "npx botwire emulator -- python bot.py"],
  ["In Rust", "cargo add botwire"],
] as const;

const PARTS = [
  ["Library", "Methods and types for JavaScript, TypeScript and Rust. The same handler by webhook and by polling.", "./docs/guide/what-it-is.html"],
  ["Emulator", "The service in memory: write as any user, move its clock, inject faults. For tests, and for bots in any language.", "./docs/guide/testing.html"],
  ["Studio", "A chat with your bot, each update and call, and the bot's output next to them. Deliver again, edit, save as a test.", "./docs/guide/emulator.html#as-a-program"],
  ["Stores", "Each update once and in order, with Durable Objects, Redis, PostgreSQL, SQLite or Deno KV.", "./docs/guide/which-store.html"],
  ["Runs on", "Workers, Deno, Bun, Node, Vercel, Next.js, AWS Lambda, and in a page.", "./docs/hosts/index.html"],
] as const;

const FOOT = [
  ["Comparison", "./docs/guide/comparison.html"], ["Security", "./docs/guide/security.html"], ["Versions", "./docs/guide/versioning.html"], ["Troubleshooting", "./docs/guide/troubleshooting.html"],
] as const;

const { methods, types, libraries, edgeBytes } = figures;

/** The start page. */
export function Start() {
  return (
    <div class="start">
      <section class="hero">
        <div class="hero-words">
          <h1>See every call your bot makes.</h1>
          <p class="lead">
            botwire is a library for JavaScript and Rust, an emulator, and a studio, for bots on each service that answers <code>/bot&lt;token&gt;/getMe</code>.
          </p>
          <p class="hero-actions">
            <a class="btn primary" href="./docs/guide/quick-start.html">Start a bot</a>
            <a href="./docs/guide/what-it-is.html#which-service">Does it fit my service?</a>
          </p>
          <dl class="commands">
            {COMMANDS.map(([what, command]) => <div key={command}><dt>{what}</dt><dd class="command"><code>{command}</code><Copy text={command} what={command} /></dd></div>)}
          </dl>
        </div>
        <LiveBot />
      </section>
      <section class="figures" aria-label="Figures">
        <div><b>{methods} methods</b><p>and {types} types of the interface of 2018, with their limits checked before a call is sent. <a href="./docs/reference/methods/index.html">The reference</a></p></div>
        <div><b>{libraries} libraries</b><p>in JavaScript and Python pass the same tests against the emulator. <a href="./docs/guide/any-bot.html#what-is-tested">What is tested</a></p></div>
        <div><b>{edgeBytes.toLocaleString("en")} bytes</b><p>are a bot for an edge worker, wasm included, with gzip. <a href="./docs/guide/performance.html">How it is measured</a></p></div>
      </section>
      <section class="parts">
        <div>
          <h2>What is in it</h2>
          <dl>{PARTS.map(([name, text, href]) => <div key={name}><dt><a href={href}>{name}</a></dt><dd>{text}</dd></div>)}</dl>
        </div>
        <Code />
      </section>
      <footer class="foot"><span>MIT or Apache-2.0</span>{FOOT.map(([name, href]) => <a key={href} href={href}>{name}</a>)}</footer>
    </div>
  );
}

/** A complete bot in each language. */
function Code() {
  const names = Object.keys(code);
  const [shown, show] = useState(names[0] ?? "");
  const text = code[shown] ?? "";
  return (
    <figure class="code">
      <figcaption>
        <span class="code-files" role="group" aria-label="Language">
          {names.map((name) => <button key={name} type="button" aria-pressed={name === shown} onClick={() => show(name)}>{name}</button>)}
        </span>
        <Copy text={text} what="the code" />
      </figcaption>
      <pre tabIndex={0} aria-label="The code of a complete bot"><code>{text}</code></pre>
    </figure>
  );
}

/** Copies a text. */
function Copy({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    // Insecure pages have no clipboard.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    await clipboard?.writeText(text).then(() => setCopied(true), () => undefined);
    setTimeout(() => setCopied(false), 1500);
  };
  return <button type="button" class="btn small ghost" aria-label={`Copy ${what}`} onClick={() => void copy()}><Icon name={isCopied ? "check" : "copy"} size={14} /> {isCopied ? "Copied" : "Copy"}</button>;
}

/** Milliseconds after which the bot starts without an action of the visitor. */
const LATER_MS = 1500;
const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "keydown", "scroll"] as const;

/** Calls `run` once, at the visitor's first action or when the page has been idle for a while. Returns a function that cancels it. */
function onceActive(run: () => void): () => void {
  const controller = new AbortController();
  const timer = setTimeout(() => act(), LATER_MS);
  const stop = (): void => (controller.abort(), clearTimeout(timer));
  const act = (): void => (stop(), run());
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, act, { signal: controller.signal, passive: true });
  return stop;
}

/** The bot and its wire, in a frame. It is loaded when it is in view and the words next to it are drawn. */
function LiveBot() {
  const frame = useRef<HTMLIFrameElement>(null);
  const place = useRef<HTMLElement>(null);
  const [source, setSource] = useState("");
  const theme = isDark.value ? "dark" : "light";
  const tellTheme = (): void => frame.current?.contentWindow?.postMessage({ botwire: "theme", theme }, location.origin);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSource(`./embed.html?sample=boots&view=live&theme=${theme}`);
      observer.disconnect();
    });
    const cancel = onceActive(() => place.current && observer.observe(place.current));
    return () => (cancel(), observer.disconnect());
  }, []);
  useEffect(tellTheme, [theme]);
  return (
    <figure class="live" ref={place}>
      {source ? <iframe ref={frame} src={source} title="A bot that runs in this page, and its wire" onLoad={tellTheme} /> : (
        <div class="live-waits">
          <p class="live-title"><span class="dot" /><b>Boots</b> runs in this page, no server</p>
          <p>The bot starts in a moment.</p>
          <p>Each update and each call appears here.</p>
        </div>
      )}
    </figure>
  );
}
