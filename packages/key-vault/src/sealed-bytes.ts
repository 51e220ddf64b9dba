import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';

/** Bytes of a piece before it is sealed. */
const PIECE = 65_536;
const TAG = 16;
const NONCE = 12;

/** Bytes that their key does not open: changed, cut short, or those of another file. */
export class UnreadableBytes extends Error {
  constructor() {
    super('the bytes do not open with their key');
    this.name = 'UnreadableBytes';
  }
}

/**
 * Seals bytes in pieces of 64 kB (AES-256-GCM: text, tag). A piece's number, and whether it is the last one, stand in its nonce; the
 * label is bound to each: no piece can be left out, moved, or taken from another file. A key seals once.
 */
export function sealBytes(bytes: Buffer, key: KeyObject, label: string): Buffer {
  const count = Math.max(1, Math.ceil(bytes.length / PIECE));
  const sealed = Buffer.allocUnsafe(bytes.length + count * TAG);
  for (let index = 0, at = 0; index < count; index += 1) {
    const piece = bytes.subarray(index * PIECE, (index + 1) * PIECE);
    const place = placeOf(index, index === count - 1);
    const cipher = createCipheriv('aes-256-gcm', key, place).setAAD(boundTo(label, place));
    at += cipher.update(piece).copy(sealed, at);
    cipher.final();
    at += cipher.getAuthTag().copy(sealed, at);
  }
  return sealed;
}

/** @throws UnreadableBytes when anything was changed */
export function openBytes(sealed: Buffer, key: KeyObject, label: string): Buffer {
  const step = PIECE + TAG;
  const count = Math.ceil(sealed.length / step);
  if (count === 0 || sealed.length - (count - 1) * step < TAG) throw new UnreadableBytes();
  const bytes = Buffer.allocUnsafe(sealed.length - count * TAG);
  for (let index = 0; index < count; index += 1) {
    const piece = sealed.subarray(index * step, (index + 1) * step);
    openPiece(piece, key, label, placeOf(index, index === count - 1)).copy(bytes, index * PIECE);
  }
  return bytes;
}

function openPiece(piece: Buffer, key: KeyObject, label: string, place: Buffer): Buffer {
  const end = piece.length - TAG;
  const cipher = createDecipheriv('aes-256-gcm', key, place, { authTagLength: TAG });
  cipher.setAAD(boundTo(label, place)).setAuthTag(piece.subarray(end));
  const text = cipher.update(piece.subarray(0, end));
  try {
    cipher.final();
  } catch {
    throw new UnreadableBytes();
  }
  return text;
}

/** The nonce of a piece: its number, and 1 for the last one. */
function placeOf(index: number, isLast: boolean): Buffer {
  const place = Buffer.alloc(NONCE);
  place.writeUInt32BE(index, NONCE - 5);
  place[NONCE - 1] = isLast ? 1 : 0;
  return place;
}

const boundTo = (label: string, place: Buffer): Buffer => Buffer.concat([place, Buffer.from(label)]);
