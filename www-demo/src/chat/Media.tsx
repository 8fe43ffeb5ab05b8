// Building blocks of messages: pictures, videos, sounds, files, places, contacts. kinds.tsx says which message uses which.
import "./media.css";
import type { Contact, Location, Venue } from "botwire";
import { useState } from "preact/hooks";
import { Icon, type IconName } from "../shell/icons.tsx";
import { useFile } from "./file.ts";
import { formatBytes, length } from "./money.ts";

export interface Drawn {
  id: string;
  width: number;
  height: number;
  what: string;
}

/** A box that has its final size before its content loads, so that the layout does not shift. */
const boxOf = (width: number, height: number, most: number) => {
  const [wide, high] = width > 0 && height > 0 ? [width, height] : [4, 3];
  const scale = Math.min(1, most / wide, 320 / high);
  return { width: `${Math.max(96, wide * scale)}px`, aspectRatio: `${Math.min(Math.max(wide / high, 0.4), 3)}` };
};

export function Picture({ id, width, height, what, isSticker = false }: Drawn & { isSticker?: boolean }) {
  const address = useFile(id);
  const [broken, setBroken] = useState(false);
  const missing = address === null || broken;
  return (
    <div class={`chat-picture${isSticker ? " sticker" : ""}`} style={boxOf(width, height, isSticker ? 150 : 300)}>
      {address && !broken && <img src={address} alt={what} onError={() => setBroken(true)} />}
      {missing && <Stand icon={isSticker ? "smile" : "picture"} what={`${what}, ${width} × ${height}`} />}
    </div>
  );
}

export function Film({ id, width, height, what, isRound = false }: Drawn & { isRound?: boolean }) {
  const address = useFile(id);
  const [broken, setBroken] = useState(false);
  return (
    <div class={`chat-picture${isRound ? " round" : ""}`} style={boxOf(width, height, isRound ? 200 : 300)}>
      {address && !broken && <video src={address} controls playsInline preload="metadata" aria-label={what} onError={() => setBroken(true)} />}
      {(address === null || broken) && <Stand icon="video" what={what} />}
    </div>
  );
}

function Stand({ icon, what }: { icon: IconName; what: string }) {
  return (
    <span class="chat-stand">
      <Icon name={icon} size={26} />
      <span>{what}</span>
    </span>
  );
}

export function Sound({ id, name, seconds, icon }: { id: string; name: string; seconds: number; icon: IconName }) {
  const address = useFile(id);
  const [broken, setBroken] = useState(false);
  return (
    <div class="chat-file">
      <span class="chat-file-icon"><Icon name={icon} size={18} /></span>
      <span class="chat-file-text">
        <span class="chat-file-name" dir="auto">{name}</span>
        <span class="chat-file-note">{length(seconds)}</span>
        {address && !broken && <audio src={address} controls preload="metadata" aria-label={name} onError={() => setBroken(true)} />}
      </span>
    </div>
  );
}

export function Attachment({ id, name, bytes, type }: { id: string; name: string | undefined; bytes: number | undefined; type: string | undefined }) {
  const address = useFile(id);
  const notes = [bytes === undefined ? undefined : formatBytes(bytes), type].filter(Boolean).join(" · ");
  const inner = (
    <>
      <span class="chat-file-icon"><Icon name="file" size={18} /></span>
      <span class="chat-file-text">
        <span class="chat-file-name" dir="auto">{name ?? "File"}</span>
        <span class="chat-file-note">{notes}</span>
      </span>
    </>
  );
  if (!address) return <div class="chat-file">{inner}</div>;
  return <a class="chat-file" href={address} download={name ?? "file"}>{inner}</a>;
}

export function PlaceCard({ location: { latitude, longitude }, venue }: { location: Location; venue?: Venue }) {
  return (
    <div class="chat-place">
      <span class="chat-map" aria-hidden="true"><Icon name="place" size={26} /></span>
      <span class="chat-file-text">
        <span class="chat-file-name" dir="auto">{venue?.title ?? "Location"}</span>
        <span class="chat-file-note" dir="auto">{venue ? venue.address : `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`}</span>
      </span>
    </div>
  );
}

export function Card({ contact: { first_name, last_name, phone_number } }: { contact: Contact }) {
  return (
    <div class="chat-file">
      <span class="chat-file-icon"><Icon name="person" size={18} /></span>
      <span class="chat-file-text">
        <span class="chat-file-name" dir="auto">{[first_name, last_name].filter(Boolean).join(" ")}</span>
        <span class="chat-file-note">{phone_number}</span>
      </span>
    </div>
  );
}
