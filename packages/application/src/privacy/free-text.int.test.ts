import { EVENT_FIELDS } from '@atelier/domain/event-fields/event-fields.ts';
import { LOG_FORMATS } from '@atelier/domain/exports/contract.ts';
import type { ItemCommand } from '@atelier/domain/repair/item/commands.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runItemCommand } from '../commands/item-command.ts';
import {
  deposit,
  handClock,
  must,
  newDeposit,
  paris,
  sendToWarehouse,
  servicesOf,
  warehouse,
  moveItemTo,
} from '../commands/testing-commands.ts';
import { readFixtureHistories } from '../event-fixtures/histories.ts';
import { EVENT_REGISTRY } from '../event-registry.ts';
import { logText } from '../exports/log/log-text.queries.ts';
import { openWorld, TEST_NOW, type World } from '../projections/testing.ts';
import { unsend } from '../shipping/send.commands.ts';
import { erasePerson } from './erase-person.commands.ts';

const WORD = 'kanarienvogel';
const metadata = {
  actor: { id: 'system', kind: 'system', name: 'test' },
  commandId: 'canaries',
  correlationId: 'canaries',
  occurredAt: TEST_NOW.toISOString(),
} as const;

let world: World;
/** Sees every row of every table. */
let owner: ReturnType<typeof createPool>;
beforeAll(async () => {
  world = await openWorld();
  owner = createPool({ connectionString: world.database.adminUrl, role: 'owner', max: 1 });
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

/** Names of all tables in which some row holds the canary in clear. */
async function tablesWith(word: string): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  expect(rows.length).toBeGreaterThan(80);
  const found: string[] = [];
  for (const { name } of rows) {
    const text = `select 1 from ${name} t where lower(t::text) like '%' || $1 || '%' limit 1`;
    if ((await owner.query(text, [word])).rowCount !== 0) found.push(name);
  }
  return found;
}

async function exportsWith(word: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const format of LOG_FORMATS) {
    const span = { from: null, to: null, after: 0 };
    for await (const { text } of logText({ ...world, clock: { now: () => TEST_NOW } }, format, span))
      if (text.toLowerCase().includes(word)) found.push(format);
  }
  return found;
}

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Puts the text at a path of data, and makes the parts that lead to it where they are missing. */
function put(data: Json, [name = '', ...rest]: readonly string[], text: string): void {
  if (name === '*') return;
  const [next] = rest;
  if (next === undefined) data[name] = text;
  else if (next === '*') data[name] = [text];
  else {
    const inner = isRecord(data[name]) ? { ...data[name] } : {};
    put(inner, rest, text);
    data[name] = inner;
  }
}

const recorded = new Map(
  readFixtureHistories().flatMap(({ events }) => events.map(({ type, data }) => [type, data] as const)),
);

/** Of every type with something sealed an event with a canary in each sealed field, about one person. */
function canaries(person: string) {
  return Object.entries(EVENT_FIELDS).flatMap(([type, fields]) => {
    const sealed = Object.keys(fields).filter((path) => fields[path] === 'sealed');
    const personal = EVENT_REGISTRY.personal[type];
    if (sealed.length === 0 || personal === undefined) return [];
    const data: Json = { ...structuredClone(recorded.get(type) ?? {}) };
    for (const path of sealed) put(data, path.split('.'), `${WORD} in ${type} ${path}`);
    data[personal.subject] = person;
    return [{ type, data, sealed }];
  });
}

describe('a canary in every sealed field of every event', () => {
  it('is unreadable in the database, in exports at any time, and for readers once the person is erased', async () => {
    const events = canaries('rma-999001');
    expect(events.length).toBeGreaterThan(35);
    const streamId = 'canary-of-all-fields';
    const appended = events.map(({ type, data }) => ({ type, data }));
    await world.store.append({ streams: [{ streamId, expectedVersion: 0, events: appended }], metadata });
    const read = async () => {
      const { events: found } = await world.store.readStream(streamId);
      return found.filter(({ data }) => JSON.stringify(data).includes(WORD)).map(({ type }) => type);
    };
    expect(await read()).toEqual(events.map(({ type }) => type));
    expect(await tablesWith(WORD)).toEqual([]);
    expect(await exportsWith(WORD)).toEqual([]);

    await world.store.erase(['rma-999001'], 'GDPR article 17');
    expect(await read()).toEqual([]);
    expect(await world.store.verifyChain('all')).toMatchObject({ ok: true });
  });
});

describe('what staff wrote about a piece and its packages', () => {
  it('is in no table, and gone for readers once its customer is erased', async () => {
    const services = servicesOf(world, handClock(TEST_NOW));
    const reason = `rang ${WORD} twice`;
    const { rmaId, itemId } = await deposit(services, await newDeposit(world));
    const say = async (command: ItemCommand, caller = paris()) =>
      must(await runItemCommand(services, caller, itemId, () => command));
    await say({ type: 'PlaceHold', hold: 'dispute', reason });
    await say({ type: 'ReleaseHold', hold: 'dispute', reason });
    await sendToWarehouse(services, [itemId], 'CANARY-1');
    must(await unsend(services, paris(), 'CANARY-1', reason));
    must(await moveItemTo(services, paris(), { itemId, target: 20, reason }));
    await world.settle();

    const said = async () => {
      const packages = await owner.query<{ id: string }>(`select id from shipment_row`);
      const ids = [`item-${itemId}`, ...packages.rows.map(({ id }) => `shipment-${id}`)];
      return JSON.stringify([...(await world.store.readStreams(ids)).values()]);
    };
    expect((await said()).split(WORD).length - 1).toBeGreaterThanOrEqual(5);
    expect(await tablesWith(WORD)).toEqual([]);

    await erasePerson(services, {
      customerRefs: [`rma-${rmaId}`],
      reason: 'GDPR article 17',
      requestId: rmaId,
      now: TEST_NOW,
    });
    await world.settle();
    expect(await said()).not.toContain(WORD);
    expect([await tablesWith(WORD), await exportsWith(WORD)]).toEqual([[], []]);
    // All but the person of the test above, who has no deposit.
    const left = await owner.query(`select subject from erasures where applied_at is null`);
    expect(left.rows).toEqual([{ subject: 'rma-999001' }]);
  });

  it('says why another factory is needed from the stream, in no row', async () => {
    const services = servicesOf(world, handClock(TEST_NOW));
    const { itemId } = await deposit(services, await newDeposit(world));
    await sendToWarehouse(services, [itemId], 'CANARY-2');
    must(await moveItemTo(services, warehouse(), { itemId, target: 3 }));
    const command = { type: 'NeedTransfer', reason: `enamel of ${WORD}` } as const;
    must(await runItemCommand(services, warehouse(), itemId, () => command));
    expect(await tablesWith(WORD)).toEqual([]);
  });
});
