import { z } from 'zod';

/** Marks that turn the reading direction around: names are kept without them, or they scramble whatever stands behind. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g;
/** Something of it can be seen. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u;
/** A name as it is kept: trimmed, and never invisible. */
export const personName = (max: number) =>
  z
    .string()
    .overwrite((name) => name.replaceAll(DIRECTION_MARKS, ''))
    .trim()
    .max(max)
    .regex(VISIBLE);
/** Five digits of any script at least: free in form, but something that can be dialled. */
export const dialable = z
  .string()
  .trim()
  .max(40)
  .regex(/(?:\p{Nd}\P{Nd}*){5}/u);
