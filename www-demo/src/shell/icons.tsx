// The icons of the site, by their meaning here.
import { h } from "preact";
import {
  AtSign, Ban, Bold, BookOpen, Bot, CalendarDays, Check, ChevronDown, ChevronLeft, ChevronRight, ChevronUp, Code, Contrast, Copy, CreditCard, Download, Ellipsis,
  ExternalLink, File, Forward, Gamepad2, Gauge, type IconNode, Image, Info, Keyboard, KeyRound, Link, List, MapPin, Menu, MessageSquare, Mic, Minus, Moon, Music,
  Paperclip, Pause, Pencil, Play, Plus, RefreshCw, Reply, RotateCcw, Save, Search, SendHorizontal, ShoppingBag, Smile, Sun, Trash2, TriangleAlert, Upload, User,
  Users, Video, X, Zap,
} from "lucide";

const ICONS = {
  alert: TriangleAlert, at: AtSign, attach: Paperclip, auto: Contrast, block: Ban, bold: Bold, bolt: Zap, bag: ShoppingBag, book: BookOpen, bot: Bot, calendar: CalendarDays, card: CreditCard,
  chat: MessageSquare, check: Check, close: X, code: Code, copy: Copy, dark: Moon, down: ChevronDown, download: Download, edit: Pencil, file: File, forward: Forward,
  game: Gamepad2, gauge: Gauge, info: Info, key: KeyRound, keyboard: Keyboard, left: ChevronLeft, light: Sun, link: Link, list: List, menu: Menu, mic: Mic,
  minus: Minus, more: Ellipsis, music: Music, open: ExternalLink, pause: Pause, people: Users, person: User, picture: Image, place: MapPin,
  play: Play, plus: Plus, refresh: RefreshCw, reply: Reply, reset: RotateCcw, right: ChevronRight, save: Save, search: Search, send: SendHorizontal,
  smile: Smile, trash: Trash2, up: ChevronUp, upload: Upload, video: Video,
} satisfies Record<string, IconNode>;

/** Names of the icons. */
export type IconName = keyof typeof ICONS;

/** An icon. The surrounding text or label must say what it means. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg
    class="icon" width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor"
    stroke-width="1.800" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"
  >
    {ICONS[name].map(([shape, attributes]) => h(shape, attributes))}
  </svg>
);
