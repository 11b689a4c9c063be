/** The longer side, in pixels of the screen: of a preview, twice what is seen, for fine screens. */
const [preview, whole] = [96, 2048];

/**
 * Draws a picture; with a name as one to look at, else as a preview beside one. On a canvas, because a page's policy may
 * forbid addresses of the kind `blob:`; what the browser cannot draw there, such as SVG, rejects.
 */
export async function drawPicture(
  file: Blob,
  {name}: {readonly name?: string} = {},
): Promise<HTMLCanvasElement> {
  const picture = await createImageBitmap(file);
  const longest = name === undefined ? preview : whole;
  const scale = longest / Math.max(picture.width, picture.height, longest);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  if (name === undefined) canvas.ariaHidden = 'true';
  else {
    canvas.setAttribute('role', 'img');
    canvas.ariaLabel = name;
  }
  picture.close();
  return canvas;
}
