import { z } from 'zod';

// Written from the text of the standards alone (EPCIS 2.0 and its Core Business Vocabulary): which fields each kind of event
// has, which words its steps, and how possession follows from `possessing_party`. It uses nothing
// of the code that writes them.

const time = z.iso.datetime({ offset: true });
const urn = z.string().regex(/^urn:[a-z0-9-]+:.+/);
const source = z.array(z.strictObject({ type: z.enum(['possessing_party', 'location']), source: urn }));
const destination = z.array(
  z.strictObject({ type: z.enum(['possessing_party', 'location']), destination: urn }),
);
const head = {
  eventID: urn,
  eventTime: time,
  eventTimeZoneOffset: z.string().regex(/^[+-]\d\d:\d\d$/),
  recordTime: time,
  errorDeclaration: z
    .strictObject({ declarationTime: time, reason: z.enum(['did_not_occur', 'incorrect_data']) })
    .optional(),
  bizStep: z.enum(
    'accepting arriving assembling departing holding inspecting other packing receiving repairing replacing shipping staging_outbound stock_taking unpacking'.split(
      ' ',
    ),
  ),
  disposition: z
    .enum(
      'active available conformant container_closed container_open in_progress in_transit inactive needs_replacement no_pedigree_match non_conformant unavailable unknown'.split(
        ' ',
      ),
    )
    .optional(),
  readPoint: z.strictObject({ id: urn }).optional(),
  bizTransactionList: z.array(z.strictObject({ type: z.literal('rma'), bizTransaction: urn })).optional(),
  sourceList: source.optional(),
  destinationList: destination.optional(),
};
const action = z.enum(['ADD', 'OBSERVE', 'DELETE']);
const epcs = z.array(urn).min(1);
const event = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ObjectEvent'), ...head, action, epcList: epcs }),
  z.strictObject({ type: z.literal('AggregationEvent'), ...head, action, parentID: urn, childEPCs: epcs }),
  z.strictObject({ type: z.literal('AssociationEvent'), ...head, action, parentID: urn, childEPCs: epcs }),
  z.strictObject({
    type: z.literal('TransformationEvent'),
    ...head,
    inputEPCList: epcs,
    outputEPCList: epcs,
  }),
]);
type Event = z.infer<typeof event>;
const document = z.strictObject({
  '@context': z.array(z.url()),
  type: z.literal('EPCISDocument'),
  schemaVersion: z.literal('2.0'),
  creationDate: time,
  epcisBody: z.strictObject({ eventList: z.array(event) }),
});

export const readEpcis = (text: string): readonly Event[] =>
  document.parse(JSON.parse(text)).epcisBody.eventList;

/** Who possessed a thing, from when, and between which places where it was on its way. */
export interface Possession {
  readonly party: string;
  readonly places: string;
  readonly since: string;
  readonly eventID: string;
}

/** Possession by thing: an event begins one, and one declared an error gives the thing back to who had it before. */
export function possessionsIn(events: readonly Event[]): ReadonlyMap<string, readonly Possession[]> {
  const all = new Map<string, Possession[]>();
  for (const each of events) {
    const at = notBeforeParent(all, each);
    for (const epc of takenOn(each)) begin(all, epc, { each, at });
    if (each.type === 'TransformationEvent')
      for (const input of each.inputEPCList)
        add(all, input, { party: `into ${each.outputEPCList.join()}`, places: '', since: at, eventID: '' });
  }
  return all;
}

/** What leaves a thing leaves it where it is: not before the thing came there, whatever a clock said. */
function notBeforeParent(all: All, each: Event): string {
  const at = each.errorDeclaration?.declarationTime ?? each.eventTime;
  const parent = each.type === 'AssociationEvent' ? all.get(each.parentID)?.at(-1) : undefined;
  return parent !== undefined && parent.since > micros(at) ? parent.since : at;
}

function takenOn(each: Event): readonly string[] {
  if (partyTo(each) === undefined) return [];
  if (each.type === 'ObjectEvent') return each.epcList;
  return each.type === 'TransformationEvent' ? each.outputEPCList : each.childEPCs;
}

const partyTo = (each: Event) =>
  each.destinationList?.find(({ type }) => type === 'possessing_party')?.destination;

type All = Map<string, Possession[]>;

function begin(all: All, epc: string, { each, at }: { each: Event; at: string }): void {
  const own = all.get(epc) ?? [];
  if (each.errorDeclaration !== undefined) {
    // Where it stood first: what was given back already carries its number once more.
    const wrong = own.findIndex(({ eventID }) => eventID === each.eventID);
    const before = own[wrong - 1];
    if (before !== undefined) add(all, epc, { ...before, since: at });
    return;
  }
  const places = [
    each.sourceList?.find(({ type }) => type === 'location')?.source,
    each.destinationList?.find(({ type }) => type === 'location')?.destination,
  ].join(' ');
  add(all, epc, { party: partyTo(each) ?? '', places, since: at, eventID: each.eventID });
}

/** Times never run backwards, whatever a clock said; who has it already does not begin again. */
function add(all: All, epc: string, possession: Possession): void {
  const own = all.get(epc) ?? [];
  all.set(epc, own);
  const last = own.at(-1);
  if (last?.party === possession.party) return;
  const since = micros(possession.since);
  own.push({ ...possession, since: last !== undefined && last.since > since ? last.since : since });
}

const micros = (instant: string): string => {
  const [whole = '', fraction = ''] = instant.replace('Z', '').split('.');
  return `${whole}.${fraction.padEnd(6, '0')}Z`;
};
