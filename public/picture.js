// The PNG of a figure: its drawing, which the page offers as a file, painted on a canvas. Letters come from the fonts that
// this device has. Without this module, or where a picture cannot be, the drawing itself is downloaded.

/** Of the drawing's pixels. */
const SCALE = 2;
/** What every browser's canvas takes: pixels in all, and along a side. */
const MOST = 16_000_000;
const LONGEST = 16_000;

const offer = () => {
  for (const link of document.querySelectorAll("a[data-picture][hidden]")) link.hidden = false;
};
offer();
// Figures that were being counted come later.
new MutationObserver(offer).observe(document.body, { childList: true, subtree: true });

async function pictureOf(address) {
  const drawing = new Image();
  drawing.src = address;
  await drawing.decode();
  const { naturalWidth: width, naturalHeight: height } = drawing;
  const scale = Math.min(SCALE, LONGEST / height, Math.sqrt(MOST / (width * height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  canvas.getContext("2d").drawImage(drawing, 0, 0, canvas.width, canvas.height);
  const picture = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  // Letters of a drawing that tall would be too small to read.
  if (scale < 1 || !picture) throw new Error("there is no picture of this drawing");
  return picture;
}

document.addEventListener("click", async (click) => {
  const link = click.target.closest?.("a[data-picture]");
  if (!link) return;
  click.preventDefault();
  const file = document.createElement("a");
  try {
    file.href = URL.createObjectURL(await pictureOf(link.href));
    file.download = link.download;
  } catch {
    file.href = link.href;
    file.download = link.download.replace(/png$/, "svg");
    link.textContent = "SVG instead";
    link.removeAttribute("aria-label");
  }
  file.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
});
