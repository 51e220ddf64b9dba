import { z } from 'zod';
import { plainName } from '@atelier/domain/contract/person-text.ts';
import { emailText } from '@atelier/domain/contract/codes.ts';
import { DIALABLE, EMAIL, TEXT_LENGTH, VISIBLE } from '@atelier/domain/contract/limits.ts';

/** A name as it is kept: trimmed, and never invisible. */
export const personName = (max: number) => z.string().overwrite(plainName).trim().max(max).regex(VISIBLE);
const NAME_OR_NONE = new RegExp(`^$|${VISIBLE.source}`, 'u');
/** One of two names, of which the other may be missing: people with a single name have one (product/deposit.md §1). */
export const partOfName = (max: number) =>
  z.string().overwrite(plainName).trim().max(max).regex(NAME_OR_NONE);
/** An e-mail address (`EMAIL`), as `emailText` stores it. */
export const email = z.string().overwrite(emailText).email({ pattern: EMAIL }).max(TEXT_LENGTH.email);
/** A number that can be dialled; free in form. */
export const dialable = z.string().trim().max(TEXT_LENGTH.dialled).regex(DIALABLE);
