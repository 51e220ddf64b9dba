import type { LiveRemoved } from '@atelier/domain/live/contract.ts';
import type { LiveOther, LiveRowSource } from '@atelier/application/live/live-sources.queries.ts';
import { maySeeItem, maySeeOther, OtherJson, type RowJson } from './topic-frames.ts';
import { noticeOf, type ChangeReader } from './change-set.ts';
import type { LiveConnection } from './connection.ts';
import { changeFrame, type Frame } from './frames.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { KeptNotice } from './notices.ts';
import { LOG_TOPIC, topicsOfItem, topicsOfOther } from './topics.ts';

export interface ReplayRequest {
  readonly connection: LiveConnection;
  readonly topics: ReadonlySet<string>;
  readonly journal: Pick<Journal, 'since'>;
  readonly epoch: string;
  /** Where the screen was cut off, and where it will be afterwards. */
  readonly from: number;
  readonly to: number;
}

interface Missed {
  readonly items: Set<number>;
  readonly shipments: Set<number>;
  readonly clearingRuns: Set<number>;
  /** Position of the newest notice of a kind. */
  readonly notices: Map<KeptNotice, number>;
}

/**
 * What a screen missed, as one change per topic, with the rows as they are now. Only the last frame carries the new
 * position: a cut in the midst of them begins again where it began.
 */
export async function replayFrames(
  request: ReplayRequest,
  reader: ChangeReader,
  source: LiveRowSource,
): Promise<readonly Frame[]> {
  const missed = missedBy(request);
  const all = [...missed.values()];
  const rows = await reader.currentRows([...new Set(all.flatMap(({ items }) => [...items]))]);
  const byId = new Map(rows.map((row) => [row.item.id, row]));
  const others = await readOthers(all, source);
  const parts = [...missed].flatMap(([topic, records]) => {
    const part = partOf(topic, records, byId, others, request.connection);
    return part.rows.length + part.removed.length === 0 ? [] : [{ topic, ...part }];
  });
  if (request.topics.has(LOG_TOPIC) && request.to > request.from) parts.push(logPart(request.to));
  return parts.map((part, index) =>
    changeFrame({
      ...part,
      epoch: request.epoch,
      position: index === parts.length - 1 ? request.to : request.from,
    }),
  );
}

const logPart = (position: number) => ({
  topic: LOG_TOPIC,
  rows: [new OtherJson(noticeOf('log', position)).text],
  removed: [],
});

function missedBy({ journal, topics, from }: ReplayRequest): Map<string, Missed> {
  const missed = [...topics].map((topic) => [topic, recordsOf(journal.since(from, topic))] as const);
  return new Map(missed);
}

function recordsOf(entries: readonly JournalEntry[]): Missed {
  const records: Missed = {
    items: new Set(),
    shipments: new Set(),
    clearingRuns: new Set(),
    notices: new Map(),
  };
  for (const { kind, id } of entries) {
    if (kind === 'item') records.items.add(id);
    else if (kind === 'shipment') records.shipments.add(id);
    else if (kind === 'clearing-run') records.clearingRuns.add(id);
    else records.notices.set(kind, id);
  }
  return records;
}

interface Others {
  readonly shipments: ReadonlyMap<number, LiveOther>;
  readonly clearingRuns: ReadonlyMap<number, LiveOther>;
}

async function readOthers(all: readonly Missed[], source: LiveRowSource): Promise<Others> {
  const shipments = [...new Set(all.flatMap((missed) => [...missed.shipments]))];
  const runs = [...new Set(all.flatMap((missed) => [...missed.clearingRuns]))];
  const read = await Promise.all([
    shipments.length === 0 ? [] : source.shipments(shipments),
    runs.length === 0 ? [] : source.clearingRuns(runs),
  ]);
  const [foundShipments, foundRuns] = read.map((rows) => new Map(rows.map((other) => [other.row.id, other])));
  return { shipments: foundShipments ?? new Map(), clearingRuns: foundRuns ?? new Map() };
}

function partOf(
  topic: string,
  missed: Missed,
  rows: ReadonlyMap<number, RowJson>,
  others: Others,
  { scope, audience }: LiveConnection,
): { rows: string[]; removed: LiveRemoved[] } {
  const texts: string[] = [];
  const removed: LiveRemoved[] = [];
  for (const id of missed.items) {
    const row = rows.get(id);
    if (row === undefined) continue;
    const { place, version } = row.item;
    const stands = topicsOfItem(id, place).has(topic) && maySeeItem(scope, place);
    if (stands) texts.push(row.for(audience));
    else removed.push({ kind: 'item', id, version });
  }
  const seen = [...missed.shipments]
    .map((id) => others.shipments.get(id))
    .concat([...missed.clearingRuns].map((id) => others.clearingRuns.get(id)))
    .concat([...missed.notices].map((notice) => noticeOf(...notice)));
  for (const other of seen) {
    if (other === undefined) continue;
    const { kind, id, version } = other.row;
    const stands = topicsOfOther(other).has(topic) && maySeeOther(scope, other);
    if (stands) texts.push(new OtherJson(other).text);
    else removed.push({ kind, id, version });
  }
  return { rows: texts, removed };
}
