import type { LogFormat } from '@atelier/domain/exports/contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { custodyProjection } from '../../custody/custody.projection.ts';
import { openWorld, TEST_NOW, type World } from '../../projections/testing.ts';
import { logText } from './log-text.queries.ts';
import type { Span } from './read-span.queries.ts';
import { possessionsIn, readEpcis } from './testing-epcis-reader.ts';
import { epcisFaults, ocelFaults } from './testing-json-schemas.ts';
import { readOcel } from './testing-ocel-reader.ts';
import { writeWalks } from './testing-walks.ts';

/** `EXPORT_EVENTS=100000 npm run test:int -- formats` reads as many. */
const EVENTS = Number(process.env['EXPORT_EVENTS'] ?? 1_500);
const WHOLE = { from: null, to: null, after: 0 } as const;

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await writeWalks(world.store, { seed: 61, events: EVENTS });
  await world.settle([custodyProjection]);
}, 600_000);
afterAll(() => world.close());

async function textOf(format: LogFormat, span: Span = WHOLE): Promise<string> {
  let text = '';
  for await (const chunk of logText({ ...world, clock: { now: () => TEST_NOW } }, format, span))
    text += chunk.text;
  return text;
}

async function countsByType(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ type: string; n: number }>`
    select type, count(*)::integer as n from events group by type`.execute(world.db);
  return new Map(rows.map(({ type, n }) => [type, n]));
}

const sorted = (counts: ReadonlyMap<string, number>) => [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('the log in OCEL 2.0', () => {
  it('is read by an independent reader with every event of the process once, and nothing that does not fit', async () => {
    const read = readOcel(await textOf('ocel'));
    expect(read.faults).toEqual([]);
    expect(sorted(read.events)).toEqual(sorted(await countsByType()));
    const streams = await sql<{ kind: string; n: number }>`
      select split_part(stream_id, '-', 1) as kind, count(distinct stream_id)::integer as n from events
       where stream_id ~ '^(item|rma|shipment)-' group by 1`.execute(world.db);
    const objects = Object.fromEntries(read.objects);
    expect(objects).toMatchObject(Object.fromEntries(streams.rows.map(({ kind, n }) => [kind, n])));
  }, 600_000);
});

describe('the log in the schemas that its standards publish', () => {
  it('is EPCIS by GS1’s schema', async () => {
    expect(epcisFaults(JSON.parse(await textOf('epcis')))).toEqual([]);
  }, 600_000);

  it('is refused by GS1’s schema when a field is another than it may be', async () => {
    const broken = (await textOf('epcis')).replace(
      '"eventTimeZoneOffset":"+00:00"',
      '"eventTimeZoneOffset":"Z"',
    );
    expect(epcisFaults(JSON.parse(broken)).length).toBeGreaterThan(0);
  }, 600_000);

  it('is OCEL by the schema of its specification', async () => {
    expect(ocelFaults(JSON.parse(await textOf('ocel')))).toEqual([]);
  }, 600_000);

  it('is refused by the schema of OCEL when a value is no text', async () => {
    const broken = (await textOf('ocel')).replace(/"value":"[^"]*"/, '"value":1');
    expect(ocelFaults(JSON.parse(broken)).length).toBeGreaterThan(0);
  }, 600_000);
});

describe.each(['ocel', 'epcis', 'events'] as const)('the log as %s', (format) => {
  it('contains no personal data: no name, telephone, address, remark or picture of a customer', async () => {
    const text = await textOf(format);
    const said = PERSONAL.filter((words) => text.includes(words));
    expect(said).toEqual([]);
    expect(text.length).toBeGreaterThan(10_000);
  }, 600_000);
});

/** What the walks' customers and staff said and are called. */
const PERSONAL = ['customer-', 'Byron', '612345678', 'ada@', '1 rue', '"value":"because', 'please', 'POD'];

/** The chain of custody as the read model has it, in the names that the export gives to holders. */
async function custodyByEpc(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ epc: string; line: string }>`
    select 'urn:x-atelier:obj:item-' || item_id || case when piece = 0 then '' else '-piece-' || piece end as epc,
           case holder_kind
             when 'site' then 'urn:x-atelier:party:site-' || holder_id
             when 'factory-kept' then 'urn:x-atelier:party:site-' || holder_id
             when 'shipment' then 'urn:x-atelier:party:carrier-of-shipment-' || holder_id || ' urn:x-atelier:loc:site-' ||
               from_site || ' urn:x-atelier:loc:' || coalesce('site-' || to_site, 'client')
             when 'passed-on' then 'into urn:x-atelier:obj:item-' || holder_id
             else 'urn:x-atelier:party:' || holder_kind
           end || ' ' || to_char(entered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as line
      from custody_spans order by item_id, piece, entered_position`.execute(world.projector);
  const grouped = Map.groupBy(rows, ({ epc }) => epc);
  return new Map([...grouped].map(([epc, own]) => [epc, own.map(({ line }) => line)]));
}

describe('the log in EPCIS 2.0', () => {
  it('is read by an independent reader, with an event for each deposit, move, packing and handing over', async () => {
    const events = readEpcis(await textOf('epcis'));
    const counts = await countsByType();
    const of = (...types: string[]) => types.reduce((sum, type) => sum + (counts.get(type) ?? 0), 0);
    const written = (type: string) => events.filter((each) => each.type === type).length;
    expect(written('TransformationEvent')).toBe(of('ItemLinked'));
    expect(written('AssociationEvent')).toBe(2 * of('ItemReplaced'));
    expect(written('AggregationEvent')).toBe(
      of(
        'ItemBoundToShipment',
        'ItemUnboundFromShipment',
        'ShipmentItemReceived',
        'ShipmentItemReceiptUndone',
      ),
    );
    const moves = events.filter(({ bizStep }) => bizStep === 'repairing');
    expect(moves.length).toBeGreaterThan(0);
  }, 600_000);

  it('declares what was taken back an error, under the number of the event that was wrong', async () => {
    const events = readEpcis(await textOf('epcis'));
    const wrong = events.filter((each) => each.errorDeclaration !== undefined);
    const sent = new Set(events.filter((each) => !wrong.includes(each)).map(({ eventID }) => eventID));
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from events where data->>'move' in ('undo', 'undo-administrative')`.execute(
      world.db,
    );
    expect(wrong.length).toBeGreaterThanOrEqual(rows[0]?.n ?? 1);
    expect(wrong.filter(({ eventID }) => !sent.has(eventID))).toEqual([]);
  }, 600_000);

  it('gives the custody that the read model has, holder by holder, to the microsecond', async () => {
    const folded = possessionsIn(readEpcis(await textOf('epcis')));
    const lines = [...folded].map(([epc, spans]): [string, readonly string[]] => [
      epc,
      spans.map(({ party, places, since }) =>
        [party, ...(party.includes('carrier') ? [places] : []), since].join(' '),
      ),
    ]);
    expect(new Map(lines)).toEqual(await custodyByEpc());
  }, 600_000);
});

describe('the log as a table', () => {
  it('has a line per event in the order of the log, and goes on behind a position', async () => {
    const lines = (await textOf('events')).trimEnd().split('\r\n');
    const positions = lines.slice(1).map((line) => Number(line.split(',')[0]));
    const { rows } = await sql<{ position: number }>`select position from events order by position`.execute(
      world.db,
    );
    expect(positions).toEqual(rows.map(({ position }) => position));
    const middle = positions[Math.floor(positions.length / 2)] ?? 0;
    const rest = (await textOf('events', { ...WHOLE, after: middle })).trimEnd().split('\r\n');
    expect(rest).toEqual(lines.slice(lines.findIndex((line) => line.startsWith(`${middle},`)) + 1));
  }, 600_000);

  it('holds what was recorded from the first moment on and before the second', async () => {
    const { rows } = await sql<{ position: number; at: string }>`
      select position, to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
        from events order by position`.execute(world.db);
    const [from, to] = [
      rows[Math.floor(rows.length / 3)]?.at ?? '',
      rows[Math.floor(rows.length / 2)]?.at ?? '',
    ];
    const within = rows.filter(({ at }) => at >= from && at < to).map(({ position }) => position);
    const text = await textOf('events', { from, to, after: 0 });
    const lines = text.trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(within);
    expect(within.length).toBeGreaterThan(0);
  }, 600_000);
});
