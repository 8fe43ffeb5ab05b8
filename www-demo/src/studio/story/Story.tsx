// The wire as a story: a list of blocks, of which only those near the view are drawn.
import "./line.css";
import "./story.css";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useWindow } from "../../chat/window.ts";
import { Icon } from "../../shell/icons.tsx";
import type { Desk } from "../desk.ts";
import { type Block, isFailed, isStray } from "./blocks.ts";
import { BlockView } from "./BlockView.tsx";
import { Connect } from "./Connect.tsx";
import { matches } from "./find.ts";

/** The list with its search. */
export function Story({ desk }: { desk: Desk }) {
  const { words, onlyFailed, bot } = desk;
  const all = desk.blocks.value;
  const failed = useMemo(() => all.filter(isFailed).length, [all]);
  const shown = useMemo(
    () => all.filter((block) => (bot.value === undefined || block.bot === bot.value) && (!onlyFailed.value || isFailed(block)) && matches(block, words.value)),
    [all, words.value, onlyFailed.value, bot.value],
  );
  const bots = desk.world.bots.value;
  return (
    <>
      <div class="story-tools" role="search" aria-label="The wire">
        <label class="story-find">
          <Icon name="search" size={14} />
          <input id="wire-search" type="search" placeholder="Text, method, user, id" aria-label="Search the wire" value={words.value} onInput={({ currentTarget }) => (words.value = currentTarget.value)} />
        </label>
        <button type="button" class="chip" aria-pressed={onlyFailed.value} disabled={failed === 0 && !onlyFailed.value} onClick={() => (onlyFailed.value = !onlyFailed.value)}>Failed {failed > 0 && <b>{failed}</b>}</button>
        {bots.length > 1 && (
          <select class="chip" aria-label="Bot" value={bot.value ?? ""} onChange={({ currentTarget: { value } }) => (bot.value = value === "" ? undefined : Number(value))}>
            <option value="">All bots</option>
            {bots.map(({ id, first_name }) => <option key={id} value={id}>{first_name}</option>)}
          </select>
        )}
      </div>
      <Blocks desk={desk} blocks={shown} isFiltered={all.length > 0} isConnected={!all.every(isStray)} />
    </>
  );
}

function Blocks({ desk, blocks, isFiltered, isConnected }: { desk: Desk; blocks: readonly Block[]; isFiltered: boolean; isConnected: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const { first, end, isAtEnd, scrolled, toEnd, show } = useWindow(box, blocks.length, blocks);
  const seen = useRef(blocks.length);
  if (isAtEnd) seen.current = blocks.length;
  const fresh = Math.max(0, blocks.length - seen.current);
  const chosen = desk.chosen.value?.block;
  const goal = desk.goal.value;
  useLayoutEffect(() => {
    if (goal === undefined) return;
    const at = blocks.findIndex(({ key }) => key === goal);
    if (at >= 0) show(at);
  }, [goal]);
  useEffect(() => {
    const element = goal !== undefined && [...(box.current?.querySelectorAll<HTMLElement>("[data-message]") ?? [])].find(({ dataset }) => dataset["message"] === goal);
    if (!element) return;
    element.scrollIntoView({ block: "center" });
    desk.goal.value = undefined;
  }, [goal, end]);
  return (
    <div class="story-box">
      <div class="story" ref={box} onScroll={scrolled} tabIndex={0} role="log" aria-label="Updates and the calls that they caused">
        <div>
          {!isConnected && <Connect />}
          {blocks.length === 0 && isFiltered && <p class="story-empty">Nothing fits the search.</p>}
          {blocks.slice(first, end).map((block) => <BlockView key={block.key} block={block} desk={desk} isChosen={chosen === block.key} />)}
        </div>
      </div>
      {!isAtEnd && <button type="button" class="btn small to-end" onClick={toEnd}><Icon name="down" size={14} /> {fresh > 0 ? `${fresh} new` : "Latest"}</button>}
    </div>
  );
}
