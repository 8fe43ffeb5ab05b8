// A button that takes a picture from disk as the photo of a user or a chat.

/** The button. */
export function PhotoInput({ onPhoto }: { onPhoto: (file: File) => void }) {
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = "";
    if (file) onPhoto(file);
  };
  return <label class="btn">Photo…<input type="file" accept="image/*" class="visually-hidden" onChange={take} /></label>;
}
