import { parseScannedCode } from '@atelier/domain/repair/item/item-number.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { TransferRow } from '@atelier/contracts/transfer/schema.ts';
import type { ScreenVerdict } from '../../shared/item/verdicts.ts';

export type ScanReading =
  | { readonly kind: 'add'; readonly id: number; readonly number: string }
  | {
      readonly kind: 'told';
      readonly verdict: ScreenVerdict;
      readonly text: 'unknown' | 'already' | 'factoryFirst';
    };

export interface AtHand {
  readonly basket: readonly TransferRow[];
  readonly candidates: readonly ItemView[];
  readonly factory: number | null;
}

/** What a scan on the forwarding screen means: into the basket, or why nothing happens. The server decides the rest. */
export function readScan(code: string, { basket, candidates, factory }: AtHand): ScanReading {
  const scanned = parseScannedCode(code);
  const known = [...basket, ...candidates].find((row) => row.id === scanned?.id);
  if (scanned === null || (known !== undefined && !isNumber(scanned.number, known)))
    return { kind: 'told', verdict: 'unknown', text: 'unknown' };
  if (factory === null) return { kind: 'told', verdict: 'wrong_package', text: 'factoryFirst' };
  if (basket.some((row) => row.id === scanned.id && row.factory?.id === factory))
    return { kind: 'told', verdict: 'already_done', text: 'already' };
  return { kind: 'add', id: scanned.id, number: known?.number ?? scanned.number ?? code.trim() };
}

/** Digits alone name a piece too; a whole number must be that piece's own. */
const isNumber = (number: string | null, row: Pick<ItemView, 'number'>): boolean =>
  number === null || number === row.number;

/** What the server's refusal of a scanned piece looks and sounds like. */
export function verdictOfRefusal(code: string | number): ScreenVerdict {
  if (code === 'not_found') return 'unknown';
  if (code === 'item_cancelled' || code === 'item_closed') return 'cancelled';
  if (String(code).startsWith('held_')) return 'held';
  return code === 'item_bound_elsewhere' ? 'wrong_package' : 'wrong_stage';
}
