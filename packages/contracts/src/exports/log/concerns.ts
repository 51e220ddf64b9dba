import { custodyIn, numberIn, numbersIn, recordIn, subjectOf, type LoggedEvent } from './logged-event.ts';

/** Kinds of things that events of the log concern. */
export const OBJECT_KINDS = ['item', 'rma', 'shipment', 'worker', 'site'] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** A thing that an event concerns, and as what. */
export interface Concern {
  readonly kind: ObjectKind;
  readonly id: number;
  readonly as: string;
}

/** Streams whose events concern such things; accounts, roles, configuration and sign-ins do not. */
const STREAM_KINDS: Readonly<Record<string, ObjectKind>> = {
  item: 'item',
  rma: 'rma',
  shipment: 'shipment',
  worker: 'worker',
  nav: 'shipment',
};
const PROCESS_STREAMS: ReadonlySet<string> = new Set([...Object.keys(STREAM_KINDS), 'clearing-run']);

/** Whether an event belongs to the process of repair: deposits, pieces, packages, their documents, workers, clearing. */
export const isOfProcess = ({ streamId }: Pick<LoggedEvent, 'streamId'>): boolean =>
  PROCESS_STREAMS.has(subjectOf(streamId)?.kind ?? '');

/** Fields of an event's data that name a thing, and as what. */
const FIELDS = [
  ['itemId', 'item', 'item'],
  ['rmaId', 'rma', 'deposit'],
  ['shipmentId', 'shipment', 'package'],
  ['storeId', 'site', 'store'],
  ['siteId', 'site', 'place'],
  ['toSiteId', 'site', 'destination'],
  ['origin', 'site', 'origin'],
  ['destination', 'site', 'destination'],
  ['linkedFrom', 'item', 'continues'],
  ['toItemId', 'item', 'continued by'],
] as const;
const LISTS = [
  ['itemIds', 'cleared or sent'],
  ['restored', 'restored'],
] as const;

/** Everything an event concerns, each thing once as each: its own stream's thing first. */
export function concernsOf(event: LoggedEvent): readonly Concern[] {
  const { data, metadata } = event;
  const own = subjectOf(event.streamId);
  const kind = own === null ? undefined : STREAM_KINDS[own.kind];
  const all: Concern[] = own === null || kind === undefined ? [] : [{ kind, id: own.id, as: 'subject' }];
  const put = (of: ObjectKind, id: number | null, as: string): void => {
    if (id !== null) all.push({ kind: of, id, as });
  };
  for (const [field, of, as] of FIELDS) put(of, numberIn(data[field]), as);
  for (const [field, as] of LISTS) for (const id of numbersIn(data[field])) put('item', id, as);
  put('site', numberIn(recordIn(data['oldPiece'])['keptBy']), 'keeper');
  const { from, to } = data;
  putHolder(put, from, 'custody from');
  putHolder(put, to, 'custody to');
  put('worker', metadata.worker?.id ?? numberIn(recordIn(data['by'])['workerId']), 'worker');
  put('site', metadata.site ?? null, 'actor site');
  return withoutRepeats(all);
}

type Put = (of: ObjectKind, id: number | null, as: string) => void;

function putHolder(put: Put, value: unknown, as: string): void {
  const holder = custodyIn(value);
  if (holder?.kind === 'site' || holder?.kind === 'factory-kept') put('site', holder.siteId, as);
  if (holder?.kind === 'shipment') put('shipment', holder.shipmentId, as);
  if (holder?.kind === 'passed-on') put('item', holder.itemId, as);
}

/** The subject is named once: a field of the data that repeats it says nothing new. */
function withoutRepeats(all: readonly Concern[]): readonly Concern[] {
  const [subject] = all;
  const seen = new Set<string>();
  return all.filter((concern) => {
    const { kind, id, as } = concern;
    const repeats = concern !== subject && kind === subject?.kind && id === subject.id;
    const key = `${kind} ${id} ${as}`;
    if (seen.has(key) || (repeats && !as.startsWith('custody'))) return false;
    seen.add(key);
    return true;
  });
}
