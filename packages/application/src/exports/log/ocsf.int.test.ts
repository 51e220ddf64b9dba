import { OCSF_TYPES } from '@atelier/contracts/exports/log/ocsf-meanings.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, TEST_NOW, type World } from '../../projections/testing.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { logText } from './log-text.queries.ts';
import { ocsfFaults } from './testing-json-schemas.ts';
import { linesOf, readOcsf } from './testing-ocsf-reader.ts';
import { writeSecurityEvents } from './testing-security-events.ts';

/** `EXPORT_EVENTS=100000 npm run test:int -- ocsf` reads as many. */
const EVENTS = Number(process.env['EXPORT_EVENTS'] ?? 300);

let world: World;
let text = '';

beforeAll(async () => {
  world = await openWorld();
  await writeSecurityEvents(world.store, EVENTS);
  await settleHorizon(world.pool, world.store);
  const span = { from: null, to: null, after: 0 };
  for await (const chunk of logText({ ...world, clock: { now: () => TEST_NOW } }, 'ocsf', span))
    text += chunk.text;
}, 900_000);
afterAll(() => world.close());

describe('the log in OCSF', () => {
  it('is read by an independent reader with every security event once, and nothing that does not follow', async () => {
    const read = readOcsf(text);
    expect(read.faults).toEqual([]);
    const { rows } = await sql<{ type: string; n: number }>`
      select type, count(*)::integer as n from events where type = any (${OCSF_TYPES}::text[]) group by type`.execute(
      world.db,
    );
    expect(Object.fromEntries(read.counts)).toEqual(Object.fromEntries(rows.map(({ type, n }) => [type, n])));
    expect(read.uids.size).toBe(rows.reduce((sum, { n }) => sum + n, 0));
    expect([...read.counts.keys()].toSorted()).toEqual([...OCSF_TYPES].toSorted());
  }, 900_000);

  it('contains no personal data: no name, address, number of a badge, note or reference of a person', () => {
    const said = PERSONAL.filter((words) => text.includes(words));
    expect(said).toEqual([]);
  });

  it('fits the schema that OCSF publishes, line by line', () => {
    expect([...new Set(linesOf(text).flatMap(ocsfFaults))]).toEqual([]);
  }, 900_000);

  it.each([
    ['severity', 'Grave'],
    ['class_name', 'Accounts'],
    ['type_uid', 1],
    ['invented', 'x'],
    ['time', 'now'],
    ['user', { uid: 7 }],
  ])('is refused by that schema with another %s', (field, value) => {
    const line = linesOf(text).find(({ class_uid: uid }) => uid === 3_001) ?? {};
    expect(ocsfFaults(line)).toEqual([]);
    expect(ocsfFaults({ ...line, [field]: value })).not.toEqual([]);
  });
});

/** What stands in the recorded events and belongs to people. */
const PERSONAL = ['@', 'Ana', 'customer-golden', 'user-golden', 'worker-golden', '0000012', 'Griffe'];
