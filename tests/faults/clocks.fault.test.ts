import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signal } from '@atelier/host/processes.ts';
import { captchaAnswer } from '../harness/system.ts';
import { ask, askUntilAnswered, must, signIn, type Answer, type Envelope } from './support/caller.ts';
import { startApi, type ApiProcess } from './support/nodes.ts';
import { openScreen } from './support/open-screen.ts';
import { openSite, type Site } from './support/site.ts';
import { until } from './support/until.ts';

/** product/reliability.md §14: nodes whose clocks are an hour off, or jump, change no order, no lock and no deadline. */
const HOUR_MS = 3_600_000;
const preload = join(import.meta.dirname, 'support', 'shifted-clock.ts');

let site: Site;
let ahead: ApiProcess;
let behind: ApiProcess;
let pieces: readonly number[];

beforeAll(async () => {
  site = await openSite({ apis: 0 });
  pieces = await site.sentPieces(4, 'OUT-1');
  const shifted = (ms: number): Promise<ApiProcess> =>
    startApi(site.database, { preload, env: { CLOCK_SHIFT_MS: String(ms) } });
  [ahead, behind] = await Promise.all([shifted(HOUR_MS), shifted(-HOUR_MS)]);
});

afterAll(async () => {
  await Promise.all([ahead?.end('SIGTERM'), behind?.end('SIGTERM')]);
  await site?.close();
});

const databaseNow = async (): Promise<number> => {
  const { rows } = await site.pool.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now.getTime() ?? 0;
};

const field = (body: Envelope, name: string): unknown =>
  (body.data as Record<string, unknown> | null)?.[name];
const fields = (answer: Answer | undefined) => (answer?.body.data ?? {}) as Record<string, unknown>;
const get = (node: ApiProcess, token: string, path: string) => ask(node.url, token, { method: 'GET', path });
const move = async (node: ApiProcess, token: string, id: number, target: number, extras: object = {}) =>
  must(
    await askUntilAnswered(node.url, token, {
      method: 'PUT',
      path: '/rmastatus',
      body: { id, rma_status_id: target, ...extras },
    }),
  );

/** Hours by which a process is off, by its own last words about the time. */
const hoursOff = async (node: ApiProcess): Promise<number> => {
  const told = node
    .program()
    .stderr()
    .matchAll(/the clock says (\S+)/g);
  const [, last = ''] = [...told].at(-1) ?? [];
  return Math.round((Date.parse(last) - (await databaseNow())) / HOUR_MS);
};

test('the processes themselves believe that it is an hour later, and earlier', async () => {
  expect([await hoursOff(ahead), await hoursOff(behind)]).toEqual([1, -1]);
});

describe('two nodes, two hours apart', () => {
  test('a session opened at one is good at the other, and ends twelve hours from now', async () => {
    for (const [here, there] of [
      [ahead, behind],
      [behind, ahead],
    ] as const) {
      const token = await signIn(here.url, 'warehouse');
      for (const node of [here, there]) {
        const answer = await get(node, token, '/auth/session');
        expect(answer.status).toBe(200);
        const left = Date.parse(String(field(answer.body, 'expires_at'))) - (await databaseNow());
        expect(left).toBeGreaterThan(0);
        expect(left).toBeLessThanOrEqual(12 * HOUR_MS);
      }
    }
  });

  test('a captcha shown by one is taken by the other, and five failures lock both for a minute', async () => {
    const attempt = async (shown: ApiProcess, taken: ApiProcess) => {
      const { CaptchaId: captcha_id }: { CaptchaId: string } = await (
        await fetch(`${shown.url}/api/captcha/getOne`)
      ).json();
      const body = {
        username: 'tokyo@demo.test',
        password: 'not the password',
        is_captcha: 1,
        captcha_id,
        captcha: captchaAnswer,
      };
      return ask(taken.url, '', { method: 'POST', path: '/auth/loginold', body });
    };
    for (let tries = 0; tries < 5; tries += 1) {
      const { body } = await (tries % 2 === 0 ? attempt(ahead, behind) : attempt(behind, ahead));
      expect(body).toMatchObject({ success: false, data: { attempts_left: 4 - tries } });
    }
    for (const node of [ahead, behind]) {
      const { body } = await attempt(node, node);
      const seconds = Number(field(body, 'locked_for_s'));
      expect(seconds).toBeGreaterThan(40);
      expect(seconds).toBeLessThanOrEqual(60);
    }
  });

  test('a screen opened with a ticket of one lives at the other', async () => {
    const token = await signIn(ahead.url, 'warehouse');
    let asked = 0;
    // The first address asked for is the ticket's, the second the connection's.
    const screen = openScreen(() => ((asked += 1) % 2 === 1 ? ahead : behind).url, token, 'site:20');
    await until('the screen to be live', () => screen.state() === 'live');
    expect(asked).toBe(2);
    screen.close();
  });

  test('moves at both keep the order of the log, the time of entry, and the ten minutes of an undo', async () => {
    const token = await signIn(ahead.url, 'warehouse');
    const [piece = 0] = pieces;
    const began = await databaseNow();
    await move(ahead, token, piece, 3);
    await move(behind, token, piece, 4);
    await move(ahead, token, piece, 5);
    await move(behind, token, piece, 5, { move: 'undo' });
    await move(behind, token, piece, 5);
    await move(ahead, token, piece, 6);
    const { rows } = await site.pool.query<{ recorded: Date; occurred: string; at: string; type: string }>(
      `select recorded_at as recorded, metadata ->> 'occurredAt' as occurred, data ->> 'at' as at, type
         from events where stream_id = $1 and recorded_at >= $2 order by position`,
      [`item-${piece}`, new Date(began)],
    );
    const moments = rows.map(({ recorded }) => recorded.getTime());
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    for (const { recorded, occurred, at } of rows) {
      expect(Math.abs(Date.parse(occurred) - recorded.getTime())).toBeLessThan(5_000);
      expect(Math.abs(Date.parse(at) - recorded.getTime())).toBeLessThan(5_000);
    }
  });

  test('both count the same dashboard, as of now', async () => {
    const token = await signIn(ahead.url, 'paris');
    const [one, other] = await Promise.all(
      [ahead, behind].map((node) => get(node, token, '/dashboard/stats')),
    );
    const { as_of: first, ...counted } = fields(one);
    const { as_of: second, ...recounted } = fields(other);
    expect(recounted).toEqual(counted);
    const now = await databaseNow();
    for (const asOf of [first, second]) expect(Math.abs(Date.parse(String(asOf)) - now)).toBeLessThan(5_000);
  });
});

test('a clock that jumps back two hours while the node runs ends no session and dates no move wrongly', async () => {
  const token = await signIn(ahead.url, 'warehouse');
  signal(ahead.program().pid, 'SIGUSR2');
  await until('the clock to have jumped', async () => (await hoursOff(ahead)) === -1);
  expect((await get(ahead, token, '/auth/session')).status).toBe(200);
  const [, piece = 0] = pieces;
  await move(ahead, token, piece, 3);
  const { rows } = await site.pool.query<{ off: number }>(
    'select extract(epoch from clock_timestamp() - status_entered_at)::float8 as off from item_row where id = $1',
    [piece],
  );
  expect(Math.abs(rows[0]?.off ?? HOUR_MS)).toBeLessThan(5);
});
