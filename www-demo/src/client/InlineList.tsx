// The results of an inline query, over the line in which it is typed.
import "./inline-list.css";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import { described, type Inline } from "./inline.ts";

/** A list to choose from; its end asks for more. */
export function InlineList({ inline }: { inline: Inline }) {
  const state = inline.state.value;
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<HTMLLIElement>(null);
  const pages = useRef(new Map<string, NonNullable<typeof state>["page"]>());
  const page = state?.page;
  // A result is chosen from the page that it came with.
  for (const result of page?.results ?? []) pages.current.set(result.id, page);
  useEffect(() => {
    if (!last.current || !page?.next_offset) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && inline.more(), { root: list.current });
    watcher.observe(last.current);
    return () => watcher.disconnect();
  }, [page]);
  if (!state) return null;
  const { results } = state;
  const pm = page?.switch_pm_text;
  return (
    <section class="inline-list" aria-label="Inline results" aria-busy={state.state === "waiting"}>
      {pm !== undefined && page && (
        <button type="button" class="inline-pm" onClick={() => void inline.switchToBot(page)}>
          <bdi>{pm}</bdi>
        </button>
      )}
      {results.length > 0 && (
        <ul ref={list}>
          {results.map((result, index) => {
            const { title, about, picture } = described(result);
            const from = pages.current.get(result.id);
            return (
              <li key={result.id} ref={index === results.length - 1 ? last : undefined}>
                <button type="button" class="inline-result" onClick={() => from && void inline.choose(result, from)}>
                  <span class="inline-picture" aria-hidden="true">{picture ? <Icon name="picture" size={16} /> : [...title][0]}</span>
                  <span class="inline-words"><strong dir="auto">{title}</strong>{about && <span dir="auto">{about}</span>}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <p class="inline-note" role="status">
        {state.state === "waiting" ? "Asking the bot…" : state.state === "failed" ? "The bot did not answer the inline query." : results.length === 0 ? "Nothing found." : `${results.length} ${results.length === 1 ? "result" : "results"}`}
      </p>
    </section>
  );
}
