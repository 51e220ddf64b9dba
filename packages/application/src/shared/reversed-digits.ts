/** A number is looked for by its end. Digits only: no character here is more than one code unit. */
export const reversedDigits = (digits: string): string => digits.split('').toReversed().join('');
