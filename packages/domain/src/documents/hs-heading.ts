/**
 * Heading of the Harmonized System for a piece of jewellery by its metal: 7113.11 of silver, plated or not (vermeil is
 * gilt silver); 7113.19 of any other precious metal. Null where the metal does not say: then a person declares it.
 */
export function hsHeading(metal: string): string | null {
  if (/silver|vermeil/i.test(metal)) return '7113.11';
  if (/gold|platinum|palladium/i.test(metal)) return '7113.19';
  return null;
}
