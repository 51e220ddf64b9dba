/** What was typed as a count, as the call takes it (product/shipping.md §12): a number, its decimals rounded with a warning. */
type TypedCount =
  | { readonly kind: 'number'; readonly value: number; readonly isRounded: boolean }
  | { readonly kind: 'invalid' };

const NUMBER = /^\d+(?:[.,]\d+)?$/;

/** Reads Latin and Arabic digits, a point or a comma before the decimals. */
export function readCount(typed: string): TypedCount {
  const text = typed.trim().replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
  if (!NUMBER.test(text.replace('٫', '.'))) return { kind: 'invalid' };
  const exact = Number(text.replace(/[,٫]/, '.'));
  const value = Math.round(exact);
  return { kind: 'number', value, isRounded: value !== exact };
}
