import type { HistoryEntry } from '@atelier/contracts/repair-detail/schema.ts';
import { PART_KINDS, type PartKind } from '@atelier/domain/repair/contract.ts';

export interface UsedLine {
  readonly kind: PartKind;
  readonly code: string;
  /** null where it is weighed. */
  readonly pieces: number | null;
  readonly grams: number;
}

export interface UsedParts {
  readonly record: number;
  readonly corrects: number | null;
  readonly status: number;
  readonly lines: readonly UsedLine[];
}

/** What a `PartsUsed` entry says; null for any other entry. */
export function readParts({ type, details }: Pick<HistoryEntry, 'type' | 'details'>): UsedParts | null {
  const { record, corrects, status, lines } = details;
  if (type !== 'PartsUsed' || typeof record !== 'number' || !Array.isArray(lines)) return null;
  return {
    record,
    corrects: typeof corrects === 'number' ? corrects : null,
    status: Number(status),
    lines: lines.flatMap(readLine),
  };
}

function readLine(line: unknown): readonly UsedLine[] {
  if (typeof line !== 'object' || line === null) return [];
  const { kind, code, pieces, weight_mg: weight } = line as Readonly<Record<string, unknown>>;
  const known = PART_KINDS.find((one) => one === kind);
  if (known === undefined || typeof code !== 'string') return [];
  const isCounted = typeof pieces === 'number';
  return [{ kind: known, code, pieces: isCounted ? pieces : null, grams: Number(weight ?? 0) / 1_000 }];
}
