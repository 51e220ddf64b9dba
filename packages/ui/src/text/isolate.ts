const ARABIC = /\p{Script=Arabic}/u;
/** Arabic words alone, or one plain number: both read right inside an Arabic sentence as they are. */
const AT_HOME_IN_ARABIC = /^(?:[\p{Script=Arabic}\p{M}\s]*|-?[\d.,]+)$/u;

/**
 * A value as it goes into a sentence of this direction: a number, a SKU or a name of the other script is wrapped in
 * U+2068 … U+2069, so that it keeps its own order and does not move the signs beside it.
 */
export function isolate(value: string, direction: 'ltr' | 'rtl'): string {
  const isAtHome = direction === 'rtl' ? AT_HOME_IN_ARABIC.test(value) : !ARABIC.test(value);
  return isAtHome ? value : `\u2068${value}\u2069`;
}
