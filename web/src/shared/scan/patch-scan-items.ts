import type { ScanView } from '@atelier/domain/repair/schema.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import type { LiveChange } from '../../live/keyed-store.ts';
import { mergeRows } from '../../live/merge-rows.ts';
import type { QueuedScan } from './queued-scan.ts';
import type { ListAnswer } from '../../live/use-live.ts';

const itemsOf = (change: Pick<LiveChange, 'rows'>): ItemView[] =>
  change.rows.filter((row) => row.kind === 'item') as unknown as ItemView[];

/**
 * A scanning list with one change taken in. A piece that moved on leaves the topic it stood in, yet it stays in the list:
 * it is what was done here. Only what is gone in a version nobody has shown us leaves. `accepts` says whether a row
 * belongs: a newcomer to the stage, or one that has been here.
 */
export function patchScanItems<Answer extends ListAnswer<ItemView>>(
  answer: Answer,
  change: Pick<LiveChange, 'rows' | 'removed'>,
  accepts: (row: ItemView) => boolean,
): Answer {
  const rows = itemsOf(change);
  const shown = new Map([...answer.data, ...rows].map((row) => [row.id, row.version]));
  const gone = change.removed.filter(
    ({ kind, id, version }) => kind === 'item' && (shown.get(id) ?? 0) < version,
  );
  const data = mergeRows(answer.data, rows, gone, { accepts });
  if (data === answer.data) return answer;
  const moved = data.length - answer.data.length;
  return { ...answer, data, ...(answer.total !== undefined && { total: Math.max(0, answer.total + moved) }) };
}

/** The list on the screen: what is scanned there, and of which package. */
export interface ListAtHand {
  readonly target: number;
  readonly tracking: string | null;
}

/**
 * A list with the row that a scan was answered with. Whoever is accepted for this very list joins it; a piece of another
 * package, of another stage or of a scan made elsewhere before the connection was lost only changes a line it has.
 */
export function takeInScanned<Answer extends ListAnswer<ItemView>>(
  answer: Answer,
  scan: Pick<QueuedScan, 'target' | 'trackingNo'>,
  { verdict, item }: Pick<ScanView, 'verdict' | 'item'>,
  at: ListAtHand,
): Answer {
  if (item === null) return answer;
  const joins = verdict === 'accepted' && scan.target === at.target && scan.trackingNo === at.tracking;
  if (!joins && !answer.data.some(({ id }) => id === item.id)) return answer;
  return { ...answer, data: mergeRows(answer.data, [item], [], { accepts: () => true }) };
}
