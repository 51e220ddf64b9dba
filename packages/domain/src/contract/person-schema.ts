import { z } from 'zod';
import { plainName } from './person-text.ts';
import { TEXT_LENGTH } from './limits.ts';

/** Something of it can be seen. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u;
/** A name as it is kept: trimmed, and never invisible. */
export const personName = (max: number) => z.string().overwrite(plainName).trim().max(max).regex(VISIBLE);
/** Five digits of any script at least: free in form, but something that can be dialled. */
export const dialable = z
  .string()
  .trim()
  .max(TEXT_LENGTH.dialled)
  .regex(/(?:\p{Nd}\P{Nd}*){5}/u);
