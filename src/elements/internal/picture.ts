/** The longer side, in pixels of the screen: twice what is seen, for fine screens. */
const size = 96;

/** Draws a picture small. On a canvas, because a page's policy may forbid addresses of the kind `blob:`. */
export async function drawSmall(file: Blob): Promise<HTMLCanvasElement> {
  const picture = await createImageBitmap(file);
  const scale = size / Math.max(picture.width, picture.height, size);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.ariaHidden = 'true';
  picture.close();
  return canvas;
}
