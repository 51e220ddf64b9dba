import { READING_SPAN_MS } from '@atelier/domain/audit/reading.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACT_MATRIX } from '../testing-contract-matrix.ts';
import { TestClock, openApiWorld, signInAs } from '../testing-api.ts';
import type { ApiWorld } from '../testing-api.ts';
import { ask, CANARY, depositInParis, lineOf } from '../testing-canary.ts';
import type { CanaryIds } from '../testing-canary.ts';

/** The client's name or address in a response; their serial and invoice numbers are no person's. */
const SHOWN = new RegExp(`(?<!-)${CANARY}`);

const ROUTES_A_SESSION = 8;

let api: ApiWorld;
let app: FastifyInstance;
let clock: TestClock;
let ids: CanaryIds;
beforeAll(async () => {
  api = await openApiWorld();
  clock = new TestClock();
  ({ app } = await api.node({ clock }));
  ids = await depositInParis(api);
});
afterAll(() => api.close());

async function readingsUpTo(): Promise<number> {
  const { rows } = await api.world.pool.query<{ many: string }>(
    `select count(*) as many from events where type = 'AuditReading'`,
  );
  return Number(rows[0]?.many);
}

describe('an auditor who is shown a client', () => {
  it('by whichever route has been recorded before the response left', { timeout: 120_000 }, async () => {
    const routes = app.routeTable.filter((route) => CONTRACT_MATRIX[lineOf(route)] !== 'public');
    const showing = new Set<string>();
    const unrecorded: string[] = [];
    const asked = routes.filter((each) => !/\/auth\/|^\/api\/live/.test(each.url));
    let token = '';
    for (const [index, route] of asked.entries()) {
      // Each round is a quarter of an hour later: a session would end meanwhile.
      if (index % ROUTES_A_SESSION === 0) token = await signInAs(app, 'auditor');
      for (let round = 0; round < 4; round += 1) {
        clock.advance(READING_SPAN_MS);
        const before = await readingsUpTo();
        const { line, status, body } = await ask(app, { route, token, ids, round });
        if (status !== 200 || !SHOWN.test(body)) continue;
        showing.add(line);
        if ((await readingsUpTo()) === before) unrecorded.push(line);
      }
    }
    expect(unrecorded).toEqual([]);
    expect([...showing]).toEqual(
      expect.arrayContaining([
        'GET /rma/:id',
        'GET /rma/search',
        'GET /package/receipt',
        'POST /trackingrma',
      ]),
    );
  });
});
