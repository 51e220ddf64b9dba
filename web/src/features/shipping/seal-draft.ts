/** What is typed of the seal and not noted yet. */
export interface SealDraft {
  readonly number: string;
  readonly weight: string;
}
export const NO_SEAL: SealDraft = { number: '', weight: '' };

/** Grams; null while none is given. A comma is a decimal sign, as on half the scales. */
export function grossWeightOf({ weight }: SealDraft): number | null | 'invalid' {
  const typed = weight.trim();
  if (typed === '') return null;
  const grams = Number(typed.replace(',', '.'));
  return grams > 0 && grams <= 1_000_000 ? grams : 'invalid';
}
