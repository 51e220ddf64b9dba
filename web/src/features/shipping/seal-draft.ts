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

/** Grams; null while none is given. A comma is a decimal sign, as on half the scales. */
export function grossWeightOf(weight: string): number | null | 'invalid' {
  const typed = weight.trim();
  if (typed === '') return null;
  const grams = Number(typed.replace(',', '.'));
  return grams > 0 && grams <= 1_000_000 ? grams : 'invalid';
}
