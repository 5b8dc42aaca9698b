// Generates PNG pictures: a disc on a transparent background.
import { crc32, deflateSync } from "node:zlib";

type Colour = readonly [number, number, number];

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** With noise the picture hardly compresses. */
export function disc(width: number, height: number, [red, green, blue]: Colour, noise = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const rows = Buffer.alloc(height * (1 + 4 * width));
  let seed = 1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (1 + 4 * width) + 1 + 4 * x;
      const isInside = Math.hypot(x - width / 2, y - height / 2) < Math.min(width, height) / 2.4;
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const grain = noise ? seed % 60 : 0;
      rows.set([red ^ grain, green ^ grain, blue ^ grain, isInside ? 255 : noise ? 90 : 0], at);
    }
  }
  const end = chunk("IEND", Buffer.alloc(0));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), end]);
}
