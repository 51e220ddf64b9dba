import { readPieceCode } from '@atelier/domain/repair/item/item-number.ts';

/** What a code at the counter asks for: a deposit by its customer's page, or pieces by number. */
export type ClientCode = { readonly reference: string } | { readonly q: string };

/** The address in the code of a receipt or of the customer's own page ends with the deposit's reference. */
const PAGE = /[?&]rma_id=(?<reference>[^&#\s]+)/u;

export function readClientCode(code: string): ClientCode {
  const reference = PAGE.exec(code)?.groups?.['reference'];
  return reference === undefined ? { q: readPieceCode(code) } : { reference: decodeURIComponent(reference) };
}
