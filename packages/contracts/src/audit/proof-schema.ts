import { z } from 'zod';
import { envelope, wireId } from '../contract/schema.ts';

const LEVELS = 64;
const LONGEST_PATH = 60;

/** `GET /log/tile/{level}/…`: the path behind the level is read by the log's own rules (C2SP tlog-tiles). */
export const tileParams = z.strictObject({
  level: z
    .string()
    .regex(/^(0|[1-9]\d?)$/, { error: 'must be a level of the tree, 0 to 63' })
    .transform(Number)
    .refine((level) => level < LEVELS, { error: 'must be a level of the tree, 0 to 63' }),
  '*': z.string().max(LONGEST_PATH),
});

export const entriesParams = z.strictObject({ '*': z.string().max(LONGEST_PATH) });

const LONGEST_LINE = 400;

/** `POST /log/cosignatures`: what a witness signed for the checkpoint of this size. */
export const cosignatureBody = z.strictObject({
  size: z.number().int().positive(),
  /** The signature line, as it stands under a checkpoint. */
  line: z.string().max(LONGEST_LINE),
});

export const cosignatureResponse = envelope(z.object({ size: z.number().int() }));

export const itemProofParams = z.strictObject({ id: wireId });

/** `GET /proof/{token}`: what is no token is as unknown as a wrong one. */
export const pieceProofParams = z.strictObject({ token: z.string().max(200) });
