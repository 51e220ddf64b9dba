import { createHash, randomBytes } from 'node:crypto';

/** 128 bits, 22 characters of base64url. */
const RANDOM_BYTES = 16;
const RANDOM_CHARACTERS = 22;
const ID_CHARACTERS = 65;

/** The id of a new upload: random, so that it cannot be guessed, then the SHA-256 of the picture (decisions/0198). */
export function newPictureId(sha256: string): string {
  return randomBytes(RANDOM_BYTES).toString('base64url') + Buffer.from(sha256, 'hex').toString('base64url');
}

/** SHA-256 of the bytes that an id stands for, in hexadecimal; undefined for an id from before ids said so. */
export function sha256InId(imageId: string): string | undefined {
  if (/^[0-9a-f]{64}$/.test(imageId)) return imageId;
  if (imageId.length !== ID_CHARACTERS) return undefined;
  return Buffer.from(imageId.slice(RANDOM_CHARACTERS), 'base64url').toString('hex');
}

/** What an event says in clear of a picture that it names. The id's random bits keep it from being guessed. */
export const pictureDigest = (imageId: string): string =>
  createHash('sha256').update(imageId).digest('base64url');
