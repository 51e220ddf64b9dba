import type { Principal } from '@atelier/domain/identity/principal.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { LIVE_LIMITS } from '@atelier/domain/live/contract.ts';
import { openWorld, type World } from '@atelier/application/projections/testing.ts';
import type { AppendRequest } from '@atelier/event-store/types.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { depositAt, happen, scanned, type TestItem } from './testing-items.ts';
import { ADMINISTRATOR, openSteppedHub, WiredScreen, type SteppedHub } from './testing-hub.ts';

const PAR = 1;
const TOPICS = 30;
let world: World;
let node: SteppedHub;
let items: TestItem[];
/** Readings are recorded once this is resolved; how many are being recorded, at most. */
let gate = Promise.withResolvers<void>();
let recording = 0;
let mostAtOnce = 0;

beforeAll(async () => {
  world = await openWorld();
  const append = async (request: AppendRequest) => {
    mostAtOnce = Math.max(mostAtOnce, (recording += 1));
    await gate.promise;
    recording -= 1;
    return world.store.append(request);
  };
  node = await openSteppedHub(world, ({ store }) => ({ store: { ...store, append } }));
  items = [];
  for (let n = 0; n < TOPICS; n += 1) items.push(await depositAt(world, PAR));
  await node.log.step();
});
afterAll(async () => {
  await node.hub.stop();
  await world.close();
});

const AUDITOR: Principal = {
  ...ADMINISTRATOR,
  user: { id: 9, name: 'Auditor', email: 'auditor@test' },
  permissions: new Set(STANDARD_ROLES.auditor.permissions),
  sessionId: 'auditing',
};

async function open(who: Principal | undefined, topics: readonly string[]): Promise<WiredScreen> {
  const screen = new WiredScreen(node, undefined, who).arrive();
  await screen.subscribe(...topics);
  return screen;
}

const shownIn = ({ changes }: WiredScreen): ReadonlySet<number> =>
  new Set(changes.flatMap(({ rows }) => rows.map(({ id }) => id)));

it('records an auditor’s readings one by one, and sends the other screens their rows meanwhile', async () => {
  const auditor = await open(
    AUDITOR,
    items.map(({ id }) => `item:${id}`),
  );
  const other = await open(undefined, [`store:${PAR}`]);
  for (const item of items) await happen(world, item, scanned(1, PAR));
  await node.log.step();
  expect(shownIn(other).size).toBe(TOPICS);
  expect(shownIn(auditor).size).toBe(0);

  // More of it, a heartbeat, and another topic, before anything could be recorded.
  const more = await depositAt(world, PAR);
  await node.log.step();
  await auditor.subscribe(`item:${more.id}`);
  node.timers.advance(LIVE_LIMITS.heartbeatMs);
  expect(shownIn(other).size).toBe(TOPICS + 1);
  expect(auditor.frames.map(({ type }) => type)).toEqual(['welcome', 'subscribed']);

  gate.resolve();
  await expect.poll(() => shownIn(auditor).size).toBe(TOPICS);
  await expect.poll(() => auditor.frames.at(-1)?.type).toBe('subscribed');
  expect(auditor.positions.every((position, at, all) => position >= (all[at - 1] ?? 0))).toBe(true);
  expect(mostAtOnce).toBe(1);
});

it('sends a screen away whose reading could not be recorded, and the rows to the others', async () => {
  gate = Promise.withResolvers();
  gate.promise.catch(() => undefined);
  gate.reject(new Error('the database is away'));
  const [item] = items.slice(-1);
  if (item === undefined) throw new Error('there is no piece');
  const auditor = await open({ ...AUDITOR, sessionId: 'later' }, [`item:${item.id}`]);
  const other = await open(undefined, [`item:${item.id}`]);
  await happen(world, item, scanned(3, PAR));
  await node.log.step();
  expect(shownIn(other)).toEqual(new Set([item.id]));
  await expect.poll(() => auditor.isOpen).toBe(false);
  expect(shownIn(auditor).size).toBe(0);
});
