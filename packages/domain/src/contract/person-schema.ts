import { z } from 'zod';
import { plainName } from './person-text.ts';
import { DIALABLE, TEXT_LENGTH, VISIBLE } from './limits.ts';

/** A name as it is kept: trimmed, and never invisible. */
export const personName = (max: number) => z.string().overwrite(plainName).trim().max(max).regex(VISIBLE);
/** A number that can be dialled; free in form. */
export const dialable = z.string().trim().max(TEXT_LENGTH.dialled).regex(DIALABLE);
