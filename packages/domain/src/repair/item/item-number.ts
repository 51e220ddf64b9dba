import { capitalCode, codeKey } from '../../contract/codes.ts';
import type { ItemId } from '../../kernel.ts';

const DIGITS = 6;
const SCANNED = /^(?:(?<prefix>[A-Z0-9]{2,8})-)?(?<digits>\d{1,15})$/;
/** Typed or sent without its hyphen: a shop's letters, then as many digits as labels print. */
const UNHYPHENATED = /^(?<prefix>[A-Z]{2,8})(?<digits>\d{6,7})$/;

/** The human number of an RMA or item: the store's prefix and the id, `PAR-000123` (product/rma.md §1). */
export function humanNumber(storeCode: string, id: number): string {
  return `${storeCode}-${String(id).padStart(DIGITS, '0')}`;
}

const NUMBER_OR_END = /^(?<prefix>[A-Z0-9]{0,8})-(?<digits>\d{6,8})$/;

/**
 * Whether a code is an item's number, or the end of one whose first signs a scanner lost: `AR-004455` of `PAR-004455`.
 * Such a code names no package. `prefixes` are the shops' codes.
 */
export function isNumberOrItsEnd(code: string, prefixes: readonly string[]): boolean {
  const text = pieceCode(code);
  const { prefix } = NUMBER_OR_END.exec(text)?.groups ?? {};
  if (prefix !== undefined) return prefixes.some((known) => known.endsWith(prefix));
  return prefixes.includes(UNHYPHENATED.exec(text)?.groups?.['prefix'] ?? '');
}

/** A scanned or typed code as it is compared with numbers of pieces: `PAR000123` is `PAR-000123`, any other code is in capitals. */
export const readPieceCode = (code: string): string => parseScannedCode(code)?.number ?? capitalCode(code);

/** Letters, then digits: what is left of a number without blanks and hyphens. */
const LETTERS_THEN_DIGITS = /^(?<prefix>[A-Z]{2,8})(?<digits>\d{1,15})$/;

/** A number as a customer types it from the receipt: blanks, hyphens, case and leading zeros do not count. */
export function readTypedNumber(typed: string): string {
  const known = parseScannedCode(typed)?.number;
  if (typeof known === 'string') return known;
  const { prefix, digits } = LETTERS_THEN_DIGITS.exec(codeKey(typed))?.groups ?? {};
  return prefix === undefined ? capitalCode(typed) : humanNumber(prefix, Number(digits));
}

export interface ScannedCode {
  readonly id: ItemId;
  /** As the label prints it; null when only digits were read or typed. */
  readonly number: string | null;
}

/** Blanks around the hyphen, or in its place, come from hands and cameras. */
const pieceCode = (code: string): string => capitalCode(code).replace(/ ?- ?/u, '-');

/** The code of a label, a keyboard or a camera as an item's id; null when it can be none of ours. Every spelling of `codeText` counts. */
export function parseScannedCode(code: string): ScannedCode | null {
  const text = pieceCode(code);
  const match = SCANNED.exec(text) ?? UNHYPHENATED.exec(text.replace(' ', ''));
  const { prefix, digits } = match?.groups ?? {};
  const id = Number(digits);
  if (!Number.isSafeInteger(id) || id < 1) return null;
  return { id, number: prefix === undefined ? null : humanNumber(prefix, id) };
}
