import { z } from 'zod';

/** Marks that turn the reading direction around: names are kept without them, or they scramble whatever stands behind. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
/** More marks on one letter than any script writes: they paint over the lines above and below. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** A name as it is compared and shown: letters composed, nothing that turns or covers what stands around it. */
export const plainName = (name: string): string =>
  name.normalize('NFC').replaceAll(DIRECTION_MARKS, '').replace(STACKED_MARKS, '$1');

/** Something of it can be seen. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u;
/** A name as it is kept: trimmed, and never invisible. */
export const personName = (max: number) => z.string().overwrite(plainName).trim().max(max).regex(VISIBLE);
/** Five digits of any script at least: free in form, but something that can be dialled. */
export const dialable = z
  .string()
  .trim()
  .max(40)
  .regex(/(?:\p{Nd}\P{Nd}*){5}/u);
