import { randomUUID } from 'node:crypto';
import { LIVE_CLOSE } from '@atelier/domain/live/contract.ts';
import { findAccountForSignIn } from '@atelier/application/identity/account.queries.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { insertSession } from '@atelier/application/identity/sessions.commands.ts';
import { findSessionsById } from '@atelier/application/identity/sessions.queries.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge } from '../http/session-verdict.ts';
import { openApiWorld, testMetadata, type ApiWorld } from '../testing/testing-api.ts';
import type { LiveConnection } from './connection.ts';
import { OpenScreens } from './open-screens.ts';
import { SessionSweep } from './session-sweep.ts';

const SESSIONS = 1_200;
const HOUR_MS = 3_600_000;

let api: ApiWorld;
beforeAll(async () => {
  api = await openApiWorld();
});
afterAll(() => api.close());

/** So many sessions of one account, each with a screen that notes how it was closed. */
async function openSessions(name: string) {
  const { db } = api.world;
  const account = await findAccountForSignIn(db, `${name}@demo.test`);
  if (account === undefined) throw new Error(`${name} has no account`);
  const now = new Date();
  const endsAt = new Date(now.getTime() + HOUR_MS);
  const ids = Array.from({ length: SESSIONS }, () => randomUUID());
  const session = { kind: 'password', account, now, endsAt } as const;
  await Promise.all(ids.map((id) => insertSession(db, { ...session, id, token: id })));
  const screens = new OpenScreens();
  const codes: number[] = [];
  for (const found of await findSessionsById(db, ids)) {
    const verdict = judge(found, now);
    if (verdict.state !== 'ok') throw new Error(verdict.state);
    const screen = {
      principal: verdict.principal,
      endsAt: endsAt.getTime(),
      close: (code: number) => codes.push(code),
    };
    // The sweep asks no more of a screen than the above.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    screens.add(screen as unknown as LiveConnection);
  }
  return { screens, codes };
}

it('checks a thousand sessions in a few queries when a role changes, and closes what has lost its rights', async () => {
  const { screens, codes } = await openSessions('tokyo');
  let queries = 0;
  const db = api.world.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      queries += 1;
      return Promise.resolve(result);
    },
  });
  const log = pino({ level: 'silent' });
  const clock = { now: () => new Date() };
  const sweep = new SessionSweep({ db, clock, log, screens, onEnded: () => undefined });
  sweep.stop();
  await sweep.rightsChanged({ users: new Set(), everybody: true });
  expect(codes).toEqual([]);
  const metadata = testMetadata();
  await changeUser(api.world.store, api.users.tokyo, { type: 'DeactivateUser' }, { metadata });
  await sweep.rightsChanged({ users: new Set(), everybody: true });
  expect(codes).toEqual(Array.from({ length: SESSIONS }, () => LIVE_CLOSE.revoked));
  expect(queries).toBeLessThanOrEqual(6);
});
