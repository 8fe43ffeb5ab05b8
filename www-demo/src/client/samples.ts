// Sample files, for users who have none at hand.

/** A picture, another one each time. */
export async function samplePicture(): Promise<File> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [640, 420];
  const paint = canvas.getContext("2d");
  if (!paint) throw new Error("this browser draws no pictures");
  const hue = Math.floor(Math.random() * 360);
  const sky = paint.createLinearGradient(0, 0, 0, 420);
  sky.addColorStop(0, `hsl(${hue} 70% 45%)`);
  sky.addColorStop(1, `hsl(${(hue + 60) % 360} 85% 78%)`);
  paint.fillStyle = sky;
  paint.fillRect(0, 0, 640, 420);
  paint.fillStyle = "#fff8e0";
  paint.beginPath();
  paint.arc(460, 130, 46, 0, 7);
  paint.fill();
  for (const [shade, base, height] of [[34, 300, 150], [24, 340, 110], [15, 385, 60]] as const) {
    paint.fillStyle = `hsl(${(hue + 200) % 360} 35% ${shade}%)`;
    paint.beginPath();
    paint.moveTo(0, 420);
    for (let x = 0; x <= 640; x += 40) paint.lineTo(x, base - Math.abs(Math.sin(x / 70 + base)) * height);
    paint.lineTo(640, 420);
    paint.fill();
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("this browser draws no pictures");
  return new File([blob], "hills.png", { type: "image/png" });
}

/** A second of sound, as a voice message. */
export function sampleVoice(): File {
  const [rate, seconds] = [8000, 1];
  const bytes = new DataView(new ArrayBuffer(44 + rate * seconds));
  const text = (at: number, words: string): void => [...words].forEach((letter, index) => bytes.setUint8(at + index, letter.charCodeAt(0)));
  text(0, "RIFF");
  bytes.setUint32(4, 36 + rate * seconds, true);
  text(8, "WAVEfmt ");
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, rate, true);
  bytes.setUint32(28, rate, true);
  bytes.setUint16(32, 1, true);
  bytes.setUint16(34, 8, true);
  text(36, "data");
  bytes.setUint32(40, rate * seconds, true);
  for (let at = 0; at < rate * seconds; at += 1) {
    bytes.setUint8(44 + at, 128 + 60 * Math.sin((at / rate) * 2 * Math.PI * 440) * (1 - at / rate));
  }
  return new File([bytes.buffer], "hm.wav", { type: "audio/wav" });
}
