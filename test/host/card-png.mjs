/** Makes a character card: a small picture with the card's JSON in its tEXt chunks, as SillyTavern reads it. */
import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** @typedef {[red: number, green: number, blue: number]} Colour */

/**
 * @param {object} card V2 card JSON
 * @param {(x: number, y: number) => Colour} [paint] colour at (x, y), both from 0 to 1; default: a plain dusk
 * @returns {Buffer} the bytes of a PNG
 */
export function cardPng(card, paint = dusk) {
  const v2 = Buffer.from(JSON.stringify(card), 'utf8').toString('base64');
  const v3 = { ...card, spec: 'chara_card_v3', spec_version: '3.0' };
  return Buffer.concat([
    signature,
    ...picture(paint),
    chunk('tEXt', text('chara', v2)),
    chunk('tEXt', text('ccv3', Buffer.from(JSON.stringify(v3), 'utf8').toString('base64'))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {(x: number, y: number) => Colour} paint */
export function plainPng(paint = dusk) {
  return Buffer.concat([signature, ...picture(paint), chunk('IEND', Buffer.alloc(0))]);
}

/** @param {number} _x @param {number} y @returns {Colour} */
function dusk(_x, y) {
  return [40 + 60 * y, 60 + 30 * y, 100 - 30 * y];
}

/** @param {(x: number, y: number) => Colour} paint */
function picture(paint) {
  const [width, height] = [128, 192];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, RGB, no interlace
  const rows = Buffer.alloc(height * (1 + width * 3)); // each row begins with filter 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = paint(x / (width - 1), y / (height - 1)).map((c) => Math.min(255, Math.max(0, Math.round(c))));
      rows.set(colour, y * (1 + width * 3) + 1 + x * 3);
    }
  }
  return [chunk('IHDR', header), chunk('IDAT', deflateSync(rows))];
}

/** @param {string} keyword @param {string} base64 */
function text(keyword, base64) {
  return Buffer.from(`${keyword}\0${base64}`, 'latin1');
}

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
