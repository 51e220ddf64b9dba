import type { ItemId } from '../kernel.ts';

const DIGITS = 6;
const SCANNED = /^(?:(?<prefix>[A-Z0-9]{2,8})-)?(?<digits>\d{1,15})$/;

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
  const { prefix } = NUMBER_OR_END.exec(code.trim().toUpperCase())?.groups ?? {};
  return prefix !== undefined && prefixes.some((known) => known.endsWith(prefix));
}

export interface ScannedCode {
  readonly id: ItemId;
  /** As the label prints it; null when only digits were read or typed. */
  readonly number: string | null;
}

/** What a label, a hand or a camera gave, as an item's id; null when it can be none of ours. Case and blanks do not count. */
export function parseScannedCode(code: string): ScannedCode | null {
  const text = code.trim().toUpperCase();
  const { prefix, digits } = SCANNED.exec(text)?.groups ?? {};
  const id = Number(digits);
  if (!Number.isSafeInteger(id) || id < 1) return null;
  return { id, number: prefix === undefined ? null : humanNumber(prefix, id) };
}
