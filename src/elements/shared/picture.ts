/**
 * The maximum length of the longer side in physical pixels. A preview has twice its displayed size, for high-density
 * screens.
 */
const [preview, full] = [96, 2048];

/**
 * Draws a picture on a canvas: labelled with its name, or as a decorative preview without one. A canvas is used because
 * the page's policy may forbid `blob:` URLs. Rejects if the browser cannot decode the file (such as SVG).
 */
export async function renderPicture(
  file: Blob,
  {name}: {readonly name?: string} = {},
): Promise<HTMLCanvasElement> {
  const picture = await createImageBitmap(file);
  const longest = name === undefined ? preview : full;
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
