// @vitest-environment jsdom
import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../query/query-client.ts';
import { adoptSession, currentSession, endSession } from './session-store.ts';
import { endIdleWorker, signWorkerOut, takeWorkerEnd, whenSignedOut } from './station.ts';

const atWork: SessionView = {
  user: { id: 1, user_type: 'operation', name: 'Station', email: 's@demo.test' },
  roles: [],
  allPermission: ['repair process'],
  userinfo: { data: [] },
  site: null,
  worker: { id: 7, WorkerID: 'W7', WorkerName: 'Mei' },
  expires_at: '2026-01-01T00:00:00Z',
};
const nobody: SessionView = { ...atWork, worker: null, allPermission: [] };

const reply = (data: SessionView) =>
  new Response(JSON.stringify({ status: 200, success: true, code: 'ok', message: '', data }));

const serverIs = (fetch: typeof globalThis.fetch) => vi.stubGlobal('fetch', vi.fn(fetch));
const outOfReach = () => Promise.reject(new TypeError('no network'));

beforeEach(() => adoptSession({ token: 't', login_type: 'old', view: atWork }));
afterEach(() => {
  takeWorkerEnd();
  vi.unstubAllGlobals();
  endSession();
  queryClient.clear();
});

describe('a worker who signs out', () => {
  it('has no rights on this screen before the server has answered', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    serverIs(() => promise);
    const signedOut = signWorkerOut();
    expect(currentSession()?.view).toMatchObject({ worker: null, allPermission: [] });
    resolve(reply(nobody));
    await signedOut;
    expect(currentSession()?.view).toEqual(nobody);
    expect(takeWorkerEnd()).toBe('asked');
  });

  it('works here still when the server says so after it failed', async () => {
    serverIs((_, init) => (init?.method === 'POST' ? outOfReach() : Promise.resolve(reply(atWork))));
    await signWorkerOut();
    expect(currentSession()?.view).toEqual(atWork);
  });

  it('is gone from a screen that reaches no server', async () => {
    serverIs(outOfReach);
    await signWorkerOut();
    expect(currentSession()?.view.worker).toBeNull();
  });
});

describe('the next badge', () => {
  it.each([
    ['asked for', () => void signWorkerOut()],
    ['after idle minutes', endIdleWorker],
  ])('waits for a sign-out %s that is under way', async (_, leave) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    serverIs(() => promise);
    const order: string[] = [];
    leave();
    const next = whenSignedOut().then(() => order.push('badge'));
    await Promise.resolve();
    order.push('signed out');
    resolve(reply(nobody));
    await next;
    expect(order).toEqual(['signed out', 'badge']);
  });

  it('waits no longer for one that failed', async () => {
    serverIs(outOfReach);
    endIdleWorker();
    await expect(whenSignedOut()).resolves.toBeUndefined();
  });
});

it('an idle end has no effect without a worker', () => {
  adoptSession({ token: 't', login_type: 'old', view: nobody });
  const fetch = vi.fn<typeof globalThis.fetch>();
  vi.stubGlobal('fetch', fetch);
  endIdleWorker();
  expect(fetch).not.toHaveBeenCalled();
  expect(takeWorkerEnd()).toBe('elsewhere');
});
