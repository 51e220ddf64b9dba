import { csvLine, EMPTY, numberCell, textCell, type Cell } from '../cells.ts';
import { concernsOf, type ObjectKind } from './concerns.ts';
import { factsOf } from './facts.ts';
import type { LoggedEvent } from './logged-event.ts';

/** Names of the columns, the same in every language: programs read them. */
const COLUMNS = [
  'position',
  'recorded_at',
  'occurred_at',
  'stream',
  'version',
  'event_id',
  'type',
  'actor_kind',
  'actor_id',
  'worker_id',
  'site_id',
  'command_id',
  'items',
  'rmas',
  'shipments',
  'facts',
] as const;

export const EVENTS_CSV_HEAD: string = csvLine(COLUMNS.map(textCell));

/** One event as a line: whom and what it concerns by number, and its facts as JSON in the last column. */
export function eventCsvLine(event: LoggedEvent): string {
  const { metadata } = event;
  const concerns = concernsOf(event);
  const ids = (kind: ObjectKind): Cell =>
    textCell([...new Set(concerns.flatMap((each) => (each.kind === kind ? each.id : [])))].join(' '));
  const facts = factsOf(event.data);
  return csvLine([
    numberCell(event.position),
    textCell(event.recordedAt),
    textCell(metadata.occurredAt),
    textCell(event.streamId),
    numberCell(event.version),
    textCell(event.eventId),
    textCell(event.type),
    textCell(metadata.actor.kind),
    textCell(String(metadata.actor.id)),
    metadata.worker === undefined ? EMPTY : numberCell(metadata.worker.id),
    metadata.site === undefined ? EMPTY : numberCell(metadata.site),
    textCell(metadata.commandId),
    ids('item'),
    ids('rma'),
    ids('shipment'),
    Object.keys(facts).length === 0 ? EMPTY : textCell(JSON.stringify(facts)),
  ]);
}
