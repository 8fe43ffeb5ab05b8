// How files are sent.

const MOST_IN_ALBUM = 10;
/** Images sent as photos; others are sent as files. */
const PHOTO = /^image\/(png|jpeg|gif|bmp)$/;

/** True for pictures and videos that come together. */
export const isAlbum = (files: readonly File[]): boolean =>
  files.length > 1 && files.length <= MOST_IN_ALBUM && files.every(({ type }) => PHOTO.test(type) || type.startsWith("video/"));

/** True for images that no bot gets as a photo or a sticker. */
export const isDrawing = ({ type }: Blob): boolean => type.startsWith("image/") && type !== "image/webp" && !PHOTO.test(type);
