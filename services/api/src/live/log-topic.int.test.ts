import { READING_SPAN_MS } from '@atelier/domain/audit/reading.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestClock, openApiWorld, signInAs, type ApiNode, type ApiWorld } from '../testing/testing-api.ts';
import { depositAt, happen, statusChanged } from './testing-items.ts';
import { openScreen, type Cursor, type Screen } from './testing-screen.ts';

let api: ApiWorld;
let node: ApiNode;
let clock: TestClock;
let auditor: string;
let paris: string;
const screens: Screen[] = [];

beforeAll(async () => {
  api = await openApiWorld();
  clock = new TestClock();
  node = await api.node({ live: true, clock });
  auditor = await signInAs(node.app, 'auditor');
  paris = await signInAs(node.app, 'paris');
});
afterEach(() => screens.splice(0).forEach((screen) => screen.socket.terminate()));
afterAll(() => api.close());

const PARIS = (): number => api.sites.get('PAR') ?? 0;

async function open(token: string, topics: readonly string[], cursor?: Cursor): Promise<Screen> {
  const screen = await openScreen(node.app, token, topics, cursor);
  screens.push(screen);
  return screen;
}

/** The newest position a screen was sent for the whole log. */
const shownUpTo = (screen: Screen): number =>
  Math.max(
    0,
    ...screen.changes.flatMap(({ rows }) => rows.map(({ kind, version }) => (kind === 'log' ? version : 0))),
  );

const reaches = (screen: Screen, position: number): Promise<unknown> =>
  screen.until(() => shownUpTo(screen) >= position || undefined, `the log at ${position}`);

async function moved(): Promise<{
  readonly id: number;
  readonly version: number;
  readonly position: number;
}> {
  const item = await depositAt(api.world, PARIS());
  return { id: item.id, ...(await happen(api.world, item, statusChanged(1, 2))) };
}

describe('the topic of the whole log (product/audit.md §4)', () => {
  it('notifies a replaying screen that something was written, and nothing more', async () => {
    const screen = await open(auditor, ['log']);
    const { position } = await moved();
    await reaches(screen, position);
    const rows = screen.changes.flatMap((change) => change.rows);
    expect(rows.map((row) => Object.keys(row).toSorted())).toEqual(rows.map(() => ['id', 'kind', 'version']));
  });

  it('is closed to a shop', async () => {
    const screen = await open(paris, []);
    screen.send({ type: 'subscribe', topics: ['log'] });
    expect(await screen.frame('refused')).toMatchObject({ topic: 'log', code: 'forbidden' });
  });

  it('sends a screen that comes back where the log is now', async () => {
    const first = await open(auditor, ['log']);
    const { epoch, position } = await first.frame('welcome');
    first.socket.terminate();
    const last = await moved();
    const back = await open(auditor, ['log'], { epoch, position });
    await reaches(back, last.position);
    expect(new Set(back.changes.map(({ topic }) => topic))).toEqual(new Set(['log']));
  });
});

describe('rows that reach an auditor’s screen (product/audit.md §7)', () => {
  const readings = async (): Promise<readonly unknown[]> => {
    const { rows } = await api.world.pool.query<{ data: { subject: string } }>(
      `select data from events where type = 'AuditReading' and data ->> 'call' = 'GET /live' order by position`,
    );
    return rows.map(({ data }) => data.subject);
  };

  it('are a reading once per record and quarter of an hour, written before they are sent', async () => {
    const item = await depositAt(api.world, PARIS());
    const topic = `item:${item.id}`;
    const screen = await open(auditor, [topic]);
    expect(await readings()).toEqual([]);
    for (const [from, to] of [
      [1, 2],
      [2, 3],
    ] as const) {
      const { version } = await happen(api.world, item, statusChanged(from, to));
      await screen.rowOf(topic, item.id, version);
      expect(await readings()).toEqual([`item-${item.id}`]);
    }
    clock.advance(READING_SPAN_MS);
    const { version } = await happen(api.world, item, statusChanged(3, 4));
    await screen.rowOf(topic, item.id, version);
    expect(await readings()).toHaveLength(2);
  });

  it('are none on a shop’s screen', async () => {
    const before = (await readings()).length;
    const item = await depositAt(api.world, PARIS());
    const topic = `item:${item.id}`;
    const screen = await open(paris, [topic]);
    const { version } = await happen(api.world, item, statusChanged(1, 2));
    await screen.rowOf(topic, item.id, version);
    expect(await readings()).toHaveLength(before);
  });
});
