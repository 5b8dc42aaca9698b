// Pictures that are chosen in the quiz editor: drawn on a canvas, upright and no larger than pages show them, then sent.
// Without this module the page of the quiz's pictures takes files as they are.

/** What a quiz takes of each. */
const MOST = 512 * 1024;
/** A file that is sent as it is. */
const SMALL = 96 * 1024;
const LONGEST = 1600;
const LONGEST_LOGO = 480;

document.documentElement.classList.add("sends-pictures");

const blobOf = (canvas, type, quality) => new Promise((resolve) => canvas.toBlob(resolve, type, quality));

function isSeenThrough(context, { width, height }) {
  const { data } = context.getImageData(0, 0, width, height);
  for (let at = 3; at < data.length; at += 4) if (data[at] < 255) return true;
  return false;
}

/** In the first of these forms that the browser writes and that fits. */
async function drawn(bitmap, scale) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const opaque = isSeenThrough(context, canvas) ? "image/png" : "image/jpeg";
  for (const [type, quality] of [["image/webp", 0.86], ["image/webp", 0.7], [opaque, 0.86], [opaque, 0.7]]) {
    const blob = await blobOf(canvas, type, quality);
    if (blob?.type === type && blob.size <= MOST) return blob;
  }
  return null;
}

async function fitting(file, longest) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const side = Math.max(bitmap.width, bitmap.height);
  if (file.size <= SMALL && side <= longest && /^image\/(png|jpeg|webp)$/.test(file.type)) return file;
  for (let scale = Math.min(1, longest / side); side * scale > 32; scale *= 0.75) {
    const blob = await drawn(bitmap, scale);
    if (blob) return blob;
  }
  throw new Error("no form of it is small enough");
}

async function send(address, blob) {
  const form = new FormData();
  form.append("editor", "yes");
  form.append("image", blob, "picture");
  const reply = await fetch(address, { method: "POST", body: form });
  const type = reply.headers.get("content-type") ?? "";
  const { id, error } = type.startsWith("application/json") ? await reply.json() : {};
  if (!id) throw new Error(error ?? "Not sent. Check the connection and try again.", { cause: "told" });
  return id;
}

/** As if the id had been typed into a field of the place: the editor's program hears of it. */
function put(around, place, id) {
  const field = document.createElement("input");
  field.type = "hidden";
  field.dataset.picks = place;
  field.value = id;
  around.append(field);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.remove();
}

document.addEventListener("change", async ({ target }) => {
  const place = target.dataset?.sends;
  const file = target.files?.[0];
  if (!place || !file) return;
  const around = target.closest(".ed-picture");
  const said = around.querySelector("[role=status]");
  target.disabled = true;
  said.textContent = "Sending…";
  try {
    const blob = await fitting(file, place.endsWith("@logo") ? LONGEST_LOGO : LONGEST).catch(() => {
      throw new Error("This file can’t be read as a picture. Choose a PNG, JPEG or WebP file.", { cause: "told" });
    });
    const id = await send(around.querySelector("a").href, blob);
    put(around, place, id);
    said.textContent = "";
  } catch (error) {
    said.textContent = error.cause === "told" ? error.message : "Not sent. Check the connection and try again.";
  }
  target.disabled = false;
  target.value = "";
});
