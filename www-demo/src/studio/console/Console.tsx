// The output of the bot, under the update that it handled.
import "./console.css";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Desk } from "../desk.ts";
import { clockTime } from "../story/format.ts";
import { Lines } from "./Lines.tsx";
import { groupsOf } from "./output.ts";

/** Lines that are drawn. */
const DRAWN = 500;

export function Console({ desk }: { desk: Desk }) {
  const { status, lines } = desk.world.program;
  const all = lines.value;
  const blocks = desk.blocks.value;
  const groups = useMemo(() => groupsOf(all.slice(-DRAWN), blocks), [all, blocks]);
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [all]);
  const scrolled = (): void => {
    if (box.current) atEnd.current = box.current.scrollHeight - box.current.scrollTop - box.current.clientHeight < 40;
  };
  if (status.value === undefined) {
    return (
      <div class="console-none">
        <p>The emulator did not start your bot, so its output is in the terminal where you started it.</p>
        <p>Start both by one command to see the output here, beside the updates:</p>
        <pre class="command">npx botwire emulator --open -- node main.js</pre>
      </div>
    );
  }
  return (
    <div class="console" ref={box} onScroll={scrolled} tabIndex={0} role="log" aria-label="Output of the bot">
      {groups.map(({ block, lines: written }, index) => (
        <section key={index}>
          <h3>
            {block ? <><span class="story-time">{clockTime(block.time)}</span> <span class="story-kind">{block.view.kind}</span> <span class="story-excerpt" dir="auto">{block.view.excerpt}</span></> : "No update"}
            {block && <button type="button" class="link" onClick={() => (desk.choose({ block: block.key }), (desk.goal.value = block.key), (desk.tab.value = "wire"))}>Show</button>}
          </h3>
          <Lines lines={written} />
        </section>
      ))}
      {all.length === 0 && <p class="story-empty">The bot has written nothing yet.</p>}
    </div>
  );
}
