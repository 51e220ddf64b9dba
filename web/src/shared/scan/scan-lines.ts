import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { byScanOrder, scanFlags } from '@atelier/domain/repair/scanning/scanning.ts';
import { isStatusId, type StatusId } from '@atelier/domain/shared/status.ts';

/** One line of the list at hand. */
export interface ScanLine {
  readonly item: ItemView;
  readonly isScanned: boolean;
  readonly isSaved: boolean;
}

/** A row against the target: the domain's own rule, so that a line means the same on every screen. */
export function toScanLine(item: ItemView, target: StatusId): ScanLine {
  if (!isStatusId(item.rma_status_id)) return { item, isScanned: false, isSaved: false };
  const marks = item.scanned_targets.filter(isStatusId);
  // Between shops a piece keeps its status on the way: what travels is still to be scanned where it arrives.
  const travelling = item.custody.kind === 'shipment';
  return { item, ...scanFlags(item.rma_status_id, marks, target, travelling) };
}

/** Unscanned first, then the oldest (product/repair.md §7). */
export function toScanLines(items: readonly ItemView[], target: StatusId): ScanLine[] {
  const keyed = items.map((item) => {
    const line = toScanLine(item, target);
    return { ...line, id: item.id, enteredAt: item.status_entered_at };
  });
  return keyed.sort(byScanOrder).map(({ item, isScanned, isSaved }) => ({ item, isScanned, isSaved }));
}

export interface ScanCounts {
  readonly expected: number;
  readonly scanned: number;
  readonly left: number;
  readonly unsaved: number;
}

export function countsOf(lines: readonly ScanLine[]): ScanCounts {
  const scanned = lines.filter((line) => line.isScanned).length;
  const saved = lines.filter((line) => line.isSaved).length;
  return { expected: lines.length, scanned, left: lines.length - scanned, unsaved: scanned - saved };
}

/** Whether this account scanned the piece for this stage. */
export const isScannedBy = ({ item, isScanned }: ScanLine, name: string, target: number): boolean =>
  isScanned && item.last_scan?.target === target && item.last_scan.by === name;

/** The lines that one account scanned for this stage, the newest first: they stay in sight while the list grows. */
export function scannedBy(
  lines: readonly ScanLine[],
  name: string,
  target: number,
  most: number,
): readonly ScanLine[] {
  const momentOf = ({ item }: ScanLine): string => item.last_scan?.at ?? '';
  return lines
    .filter((line) => isScannedBy(line, name, target))
    .toSorted((a, b) => momentOf(b).localeCompare(momentOf(a)))
    .slice(0, most);
}
