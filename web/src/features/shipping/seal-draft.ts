import { readPackageGrams } from '../../lib/i18n/typed-number.ts';
import type { Signature } from '../../shared/item/signature-ink.ts';

/** What is typed of the seal and not noted yet. */
export interface SealDraft {
  readonly number: string;
  readonly weight: string;
}

/** What is filled in beside a package before it goes. */
export interface SendDraft extends SealDraft {
  readonly signature: Signature | null;
  readonly signer: string;
  readonly carrier: string;
}
export const NO_DRAFT: SendDraft = { signature: null, signer: '', carrier: '', number: '', weight: '' };

/** Grams; null while none is given. */
export function grossWeightOf(weight: string): number | null | 'invalid' {
  if (weight.trim() === '') return null;
  const grams = readPackageGrams(weight);
  return grams !== null && grams > 0 && grams <= 1_000_000 ? grams : 'invalid';
}
