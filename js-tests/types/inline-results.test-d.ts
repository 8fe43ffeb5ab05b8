// Inline results, contents and media: each kind has its own fields, selected by `type`.
import type { InlineQueryResult, InlineQueryResultCachedAudio, InlineQueryResultVideo, InputMedia, InputMessageContent } from "botwire";

const content = { message_text: "Hi", parse_mode: "HTML" } as const satisfies InputMessageContent;

({ type: "article", id: "1", title: "Title", input_message_content: content }) satisfies InlineQueryResult;
({ type: "photo", id: "1", photo_url: "https://a/b.jpg", thumb_url: "https://a/c.jpg" }) satisfies InlineQueryResult;
({ type: "photo", id: "1", photo_file_id: "x", caption: "Hi" }) satisfies InlineQueryResult;
({ type: "sticker", id: "1", sticker_file_id: "x" }) satisfies InlineQueryResult;
({ type: "game", id: "1", game_short_name: "x" }) satisfies InlineQueryResult;
({ type: "location", id: "1", latitude: 1, longitude: 2, title: "There", live_period: 60 }) satisfies InlineQueryResult;

// @ts-expect-error An article needs its content.
({ type: "article", id: "1", title: "Title" }) satisfies InlineQueryResult;
// @ts-expect-error A photo needs its URLs or a file_id.
({ type: "photo", id: "1" }) satisfies InlineQueryResult;
// @ts-expect-error A photo needs a thumbnail.
({ type: "photo", id: "1", photo_url: "https://a/b.jpg" }) satisfies InlineQueryResult;
// @ts-expect-error A result needs an id.
({ type: "game", game_short_name: "x" }) satisfies InlineQueryResult;
// @ts-expect-error No such kind.
({ type: "poem", id: "1", title: "Title" }) satisfies InlineQueryResult;
// @ts-expect-error A sticker has no caption.
({ type: "sticker", id: "1", sticker_file_id: "x", caption: "Hi" }) satisfies InlineQueryResult;
// @ts-expect-error A fixed type.
({ type: "photo", id: "1", sticker_file_id: "x" }) satisfies InlineQueryResult;

// Results of one kind, with a URL or a `file_id`: the fields of the one are refused in the other, the optional ones too.
({ type: "audio", id: "1", audio_file_id: "x", caption: "Hi" }) satisfies InlineQueryResult;
({ type: "audio", id: "1", audio_url: "https://a/b.mp3", title: "Title", performer: "Hi" }) satisfies InlineQueryResult;
// @ts-expect-error The title is that of the audio.
({ type: "audio", id: "1", audio_file_id: "x", title: "Title" }) satisfies InlineQueryResult;
// @ts-expect-error The performer, too.
({ type: "audio", id: "1", audio_file_id: "x", performer: "Hi" }) satisfies InlineQueryResult;
// @ts-expect-error Either the URL or the file_id.
({ type: "audio", id: "1", audio_file_id: "x", audio_url: "https://a/b.mp3", title: "Title" }) satisfies InlineQueryResult;
// @ts-expect-error A photo without its thumbnail.
({ type: "photo", id: "1", photo_file_id: "x", thumb_url: "https://a/c.jpg" }) satisfies InlineQueryResult;
// @ts-expect-error The duration of a video that is known.
({ type: "video", id: "1", video_file_id: "x", title: "Title", video_duration: 5 }) satisfies InlineQueryResult;
declare const cached: InlineQueryResultCachedAudio;
declare const linked: InlineQueryResultVideo;
[cached, linked] satisfies InlineQueryResult[];

const video = { type: "video", id: "1", video_url: "https://a/b", thumb_url: "https://a/c.jpg", title: "Title" } as const;
({ ...video, mime_type: "video/mp4" }) satisfies InlineQueryResultVideo;
({ ...video, mime_type: "video/mp4", input_message_content: content }) satisfies InlineQueryResultVideo;
({ ...video, mime_type: "text/html", input_message_content: content }) satisfies InlineQueryResultVideo;
// @ts-expect-error A page with a player needs a content.
({ ...video, mime_type: "text/html" }) satisfies InlineQueryResultVideo;
// @ts-expect-error Nor does it pass in the union.
({ ...video, mime_type: "text/html" }) satisfies InlineQueryResult;
// @ts-expect-error No such type of video.
({ ...video, mime_type: "video/webm" }) satisfies InlineQueryResultVideo;
// @ts-expect-error An unknown field.
({ ...video, mime_type: "video/mp4", color: "red" }) satisfies InlineQueryResultVideo;

({ latitude: 1, longitude: 2 }) satisfies InputMessageContent;
({ latitude: 1, longitude: 2, title: "There", address: "Street" }) satisfies InputMessageContent;
({ phone_number: "1", first_name: "A" }) satisfies InputMessageContent;
// @ts-expect-error No such markup.
({ message_text: "Hi", parse_mode: "BBCode" }) satisfies InputMessageContent;
// @ts-expect-error A contact needs a name.
({ phone_number: "1" }) satisfies InputMessageContent;

({ type: "photo", media: "attach://photo1", caption: "Hi" }) satisfies InputMedia;
({ type: "video", media: new Blob([]), width: 1, supports_streaming: true }) satisfies InputMedia;
// @ts-expect-error A photo has no duration.
({ type: "photo", media: "x", duration: 1 }) satisfies InputMedia;
// @ts-expect-error Only photos and videos.
({ type: "audio", media: "x" }) satisfies InputMedia;
// @ts-expect-error The media is missing.
({ type: "photo" }) satisfies InputMedia;
