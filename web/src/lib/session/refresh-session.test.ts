// @vitest-environment jsdom
import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../query/query-client.ts';
import { adoptView, refreshSession } from './refresh-session.ts';
import { adoptSession, currentSession, endSession } from './session-store.ts';

const view = (over: Partial<SessionView> = {}): SessionView => ({
  user: { id: 1, user_type: 'operation', name: 'Station', email: 's@demo.test' },
  roles: [],
  allPermission: ['repair process'],
  userinfo: { data: [] },
  site: null,
  worker: { id: 7, WorkerID: 'W7', WorkerName: 'Mei' },
  expires_at: '2026-01-01T00:00:00Z',
  ...over,
});

const answer = (data: SessionView, status = 200) =>
  new Response(JSON.stringify({ status, success: status === 200, code: 'ok', message: '', data }), {
    status,
  });

beforeEach(() => {
  adoptSession({ token: 't', login_type: 'old', view: view() });
  queryClient.setQueryData(['what', 'was', 'read'], 'for Mei');
});
afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
  queryClient.clear();
});

describe('who works here now', () => {
  it('drops everything that was read when it is another account', () => {
    adoptView(view({ worker: { id: 8, WorkerID: 'W8', WorkerName: 'Lin' } }));
    expect(currentSession()?.view.worker?.WorkerName).toBe('Lin');
    expect(queryClient.getQueryData(['what', 'was', 'read'])).toBeUndefined();
  });

  it('keeps it when only the rights of the same worker have changed', () => {
    adoptView(view({ allPermission: [] }));
    expect(currentSession()?.view.allPermission).toEqual([]);
    expect(queryClient.getQueryData(['what', 'was', 'read'])).toBe('for Mei');
  });
});

describe('reading the session again', () => {
  it('brings the rights of this moment', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>().mockResolvedValue(answer(view({ allPermission: ['QC final'] }))),
    );
    await refreshSession();
    expect(currentSession()?.view.allPermission).toEqual(['QC final']);
  });

  it('changes nothing without an answer', async () => {
    vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValue(new TypeError('no network')));
    await refreshSession();
    expect(currentSession()?.view.allPermission).toEqual(['repair process']);
  });

  it('gives nothing to an account that has signed in meanwhile', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>().mockImplementation(async () => {
        adoptSession({ token: 'other', login_type: 'old', view: view({ allPermission: [] }) });
        return answer(view({ allPermission: ['QC final'] }));
      }),
    );
    await refreshSession();
    expect(currentSession()?.view.allPermission).toEqual([]);
  });
});
