// Code that came with a link, which waits for the visitor's consent; and the button that copies such a link.
import { useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import { acceptLink, discardLink, example, isFromLink, isLinkDamaged, source } from "./state.ts";
import { hasToken } from "./samples/edits.ts";
import { linkTo } from "./samples/link.ts";

/** Asks whether the code of a link may run. */
export function LinkedCode() {
  if (isLinkDamaged.value) return <p class="panel-fault" role="alert">The link is damaged or incomplete, so the sample is shown without its edits.</p>;
  if (!isFromLink.value) return null;
  return (
    <div class="linked" role="group" aria-label="Code from a link">
      <p>This code came with a link and does not run yet. Read it first: once it runs, it can read everything in this page.</p>
      <span>
        <button type="button" class="btn small primary" onClick={acceptLink}><Icon name="play" size={14} /> Run it</button>
        <button type="button" class="btn small" onClick={discardLink}>Discard it</button>
      </span>
    </div>
  );
}

/** Copies a link that contains the code. If the code seems to contain a token, the first press only warns. */
export function CopyLink() {
  const [state, setState] = useState<"" | "warned" | "copied" | "failed">("");
  const copy = async (): Promise<void> => {
    if (hasToken(source.value) && state !== "warned") return setState("warned");
    const clipboard = navigator.clipboard as Clipboard | undefined;
    const copied = clipboard ? linkTo(example.value.id, source.value).then((link) => clipboard.writeText(link)) : Promise.reject(new Error("no clipboard"));
    setState(await copied.then(() => "copied" as const, () => "failed" as const));
    setTimeout(() => setState(""), 3000);
  };
  const notes = { "": "", warned: "The code seems to contain a token. Press again to copy a link with it.", copied: "The link contains this code.", failed: "The browser did not allow it." };
  return (
    <>
      <span class="link-note" role="status">{notes[state]}</span>
      <button type="button" class="icon-btn small" aria-label={state === "copied" ? "Link copied" : "Copy link"} title="Copy a link that contains this code" onClick={() => void copy()}>
        <Icon name={state === "copied" ? "check" : "link"} size={16} />
      </button>
    </>
  );
}
