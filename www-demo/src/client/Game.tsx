// The page of a game, as it would open inside a client: taps in five seconds.
import "./game.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import type { Client } from "./client.ts";
import { Sheet } from "./Sheet.tsx";

/** Seconds of a round. */
const ROUND = 5;

/** The game behind a URL that the bot gave. */
export function Game({ client, url, title }: { client: Client; url: string; title: string }) {
  const [taps, setTaps] = useState(0);
  const [remainingSeconds, setRemainingSeconds] = useState<number | undefined>(undefined);
  const [result, setResult] = useState("");
  const count = useRef(0);
  useEffect(() => {
    if (remainingSeconds === undefined || remainingSeconds <= 0) return;
    const timer = setTimeout(() => setRemainingSeconds(remainingSeconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [remainingSeconds]);
  const isOver = remainingSeconds !== undefined && remainingSeconds <= 0;
  useEffect(() => {
    if (isOver) client.reportScore?.(url, count.current).then(setResult, (error: Error) => setResult(error.message));
  }, [isOver]);
  const tap = (): void => {
    if (remainingSeconds === undefined) setRemainingSeconds(ROUND);
    count.current += 1;
    setTaps(count.current);
  };
  const again = (): void => {
    count.current = 0;
    setTaps(0);
    setRemainingSeconds(undefined);
    setResult("");
  };
  const close = (): void => {
    client.sheet.value = undefined;
  };
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: url, pathname: "" };
  const line = isOver ? "taps" : remainingSeconds === undefined ? "Tap as often as you can" : `${remainingSeconds} s left`;
  return (
    <Sheet title={title} isTall onClose={close}>
      <p class="game-address" title={url}><Icon name="link" size={13} /> {host}{pathname}</p>
      <div class="game">
        <p class="game-count"><strong>{taps}</strong><span>{line}</span></p>
        {!isOver && <button type="button" class="game-button" data-first onClick={tap}>{remainingSeconds === undefined ? "Start tapping" : "Tap!"}</button>}
        {!isOver && remainingSeconds !== undefined && <button type="button" class="btn small" onClick={() => setRemainingSeconds(0)}>Finish now</button>}
        {isOver && <p role="status">{result || "Sending the score to the bot…"}</p>}
        {isOver && (
          <div class="sheet-actions">
            <button type="button" class="btn" onClick={again}>Play again</button>
            <button type="button" class="btn primary" onClick={close}>Back to the chat</button>
          </div>
        )}
      </div>
    </Sheet>
  );
}
