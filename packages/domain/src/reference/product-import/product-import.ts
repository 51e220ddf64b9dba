import { capitalCode } from '../../contract/codes.ts';
import { accept, reject, type Decision } from '../../decider.ts';
import type { Actor, Instant } from '../../kernel.ts';
import type { ImportedLine, ProductImportEvent } from './events.ts';

/** The most SKUs of one import: what a person scans in a morning, and a worker fetches in a minute. */
export const MOST_SKUS = 500;

/** One import: what was asked for, and what became of each SKU so far. */
export interface ProductImport {
  readonly kind: 'import';
  readonly id: number;
  readonly skus: readonly string[];
  readonly lines: readonly ImportedLine[];
  readonly requestedBy: Actor;
  readonly requestedAt: Instant;
  readonly finishedAt: Instant | null;
}
export type ProductImportState = { readonly kind: 'none' } | ProductImport;
export const initialProductImport: ProductImportState = { kind: 'none' };

/** Folds one event into an import. A line given twice counts once. */
export function evolveProductImport(
  state: ProductImportState,
  event: ProductImportEvent,
): ProductImportState {
  if (event.type === 'ProductImportRequested') {
    const { importId: id, skus, at: requestedAt, by: requestedBy } = event.data;
    return { kind: 'import', id, skus, lines: [], requestedBy, requestedAt, finishedAt: null };
  }
  if (state.kind === 'none') return state;
  if (event.type === 'ProductImportFinished') return { ...state, finishedAt: event.data.at };
  const known = new Set(state.lines.map(({ sku }) => sku));
  return { ...state, lines: [...state.lines, ...event.data.lines.filter(({ sku }) => !known.has(sku))] };
}

/** What is still to be fetched, in the order asked for. */
export function openSkus({ skus, lines }: ProductImport): readonly string[] {
  const done = new Set(lines.map(({ sku }) => sku));
  return skus.filter((sku) => !done.has(sku));
}

/** A scanned list as SKUs: trimmed, in capitals, each once. Blank lines stay, so that they can be refused. */
export function skusOf(lines: readonly string[]): readonly string[] {
  return [...new Set(lines.map((line) => capitalCode(line)))];
}

interface When {
  readonly now: Instant;
  readonly by: Actor;
}

/** `importProduct`: no blank scanned item, at least one, not too many (product/reference.md §5). */
export function requestProductImport(
  importId: number,
  skus: readonly string[],
  { now, by }: When,
): Decision<ProductImportEvent> {
  if (skus.length === 0) return reject('no_items');
  if (skus.length > MOST_SKUS) return reject('too_many_items', { limit: MOST_SKUS });
  if (skus.includes('')) return reject('invalid_input', { field: 'skus' });
  return accept<ProductImportEvent>({
    type: 'ProductImportRequested',
    data: { importId, skus, at: now, by },
  });
}

/** What became of some SKUs; the last of them ends the import. Doubled deliveries change nothing. */
export function takeLines(
  lines: readonly ImportedLine[],
  state: ProductImportState,
  now: Instant,
): Decision<ProductImportEvent> {
  if (state.kind === 'none') return reject('not_found');
  if (state.finishedAt !== null) return accept<ProductImportEvent>();
  const open = new Set(openSkus(state));
  const fresh = lines.filter(({ sku }) => open.has(sku));
  const taken: readonly ProductImportEvent[] =
    fresh.length === 0 ? [] : [{ type: 'ProductImportLinesTaken', data: { lines: fresh, at: now } }];
  const isLast = fresh.length === open.size;
  const finished: readonly ProductImportEvent[] = isLast
    ? [{ type: 'ProductImportFinished', data: { at: now } }]
    : [];
  return accept<ProductImportEvent>(...taken, ...finished);
}

export interface ProductImportRow {
  readonly id: number;
  readonly state: 'running' | 'done';
  readonly requested_by: number | null;
  readonly requested_at: Instant;
  readonly finished_at: Instant | null;
  readonly skus: readonly string[];
  readonly lines: readonly ImportedLine[];
}

/** The inline read-model row of an import (`version` and `position` are the append's). */
export function toProductImportRow(state: ProductImport): ProductImportRow {
  return {
    id: state.id,
    state: state.finishedAt === null ? 'running' : 'done',
    requested_by: state.requestedBy.userId,
    requested_at: state.requestedAt,
    finished_at: state.finishedAt,
    skus: state.skus,
    lines: state.lines,
  };
}
