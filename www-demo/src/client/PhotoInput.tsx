// A button that takes a picture from disk as the photo of a user or a chat.

/** Width and height of such photos: the emulator keeps the bytes of a picture of this size. */
const SIDE = 640;

/** The button. */
export function PhotoInput({ onPhoto }: { onPhoto: (photo: Promise<Blob>) => void }) {
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = "";
    if (file) onPhoto(squared(file));
  };
  return <label class="btn">Photo…<input type="file" accept="image/*" class="visually-hidden" onChange={take} /></label>;
}

/** The middle of a picture, as clients cut it. */
async function squared(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => Promise.reject(new Error(`${file.name} is not a picture`)));
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const side = Math.min(picture.width, picture.height);
  canvas.getContext("2d")?.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("this browser draws no pictures"))), "image/png"));
}
