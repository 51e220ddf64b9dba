import { openCalls, type Calls } from '@atelier/api/testing/testing-calls.ts';
import { bearer, signInAs } from '@atelier/api/testing/testing-api.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectApi } from '../../web/src/lib/api/client.ts';
import { memoryScanStore } from '@atelier/browser-sync/scans/testing-scan-store.ts';
import type { QueuedScan } from '@atelier/browser-sync/scans/queued-scan.ts';
import { ScanQueue } from '@atelier/browser-sync/scans/scan-queue.ts';
import type { ScanSettled } from '@atelier/browser-sync/scans/queue-parts.ts';
import { sendScan } from '../../web/src/shared/scan/send-scan.ts';

const TARGET = 19;
let calls: Calls;

beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse', 'admin']);
  const token = await signInAs(calls.app, 'warehouse');
  connectApi({
    token: () => token,
    loginType: () => null,
    onSessionEnded: () => undefined,
    onAnswer: () => undefined,
    onRefusal: () => Promise.resolve(),
  });
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => calls.api.close());

/** The browser's way to the API, on which the answers of the first calls are lost after they were given. */
function loseAnswers(count: number): string[] {
  const bodies: string[] = [];
  vi.stubGlobal('localStorage', { getItem: () => 'counter-1', setItem: () => undefined });
  vi.stubGlobal('fetch', async (url: string, init: { headers: Headers; body: string }) => {
    const payload = init.body;
    bodies.push(payload);
    const headers = Object.fromEntries(init.headers.entries());
    const answer = await calls.app.inject({ method: 'POST', url, headers, payload });
    if (bodies.length <= count) throw new TypeError('Failed to fetch');
    return new Response(answer.body, { status: answer.statusCode });
  });
  return bodies;
}

const scanOf = (code: string): QueuedScan => ({
  key: crypto.randomUUID(),
  owner: 'user-1',
  code,
  target: TARGET,
  trackingNo: null,
  occurredAt: new Date().toISOString(),
  state: 'waiting',
  wasOffline: false,
  answer: null,
  refusal: null,
});

async function scanned(scan: QueuedScan) {
  const settled: ScanSettled[] = [];
  const done = Promise.withResolvers<void>();
  const queue = new ScanQueue({
    owner: scan.owner,
    store: memoryScanStore(),
    send: sendScan,
    onSettled: (one) => {
      settled.push(one);
      if (one.result.kind !== 'unreachable') done.resolve();
    },
    wait: async () => undefined,
  });
  await queue.add(scan);
  await done.promise;
  queue.close();
  return { settled, ...queue.snapshot() };
}

const scansOf = async (itemId: number): Promise<number> => {
  const { events } = await calls.api.world.store.readStream(`item-${itemId}`);
  return events.filter(({ type }) => type === 'ItemScanned').length;
};

describe('a scan whose answer was lost after it was recorded', () => {
  it('is settled with its first answer, recorded once, and needs no review', async () => {
    const itemId = await calls.received();
    const { number } = await calls.rowOf('warehouse', itemId);
    const before = await scansOf(itemId);
    const bodies = loseAnswers(2);
    const { settled, waiting, conflicts } = await scanned(scanOf(number));
    expect(settled.at(-1)?.result).toMatchObject({ kind: 'answer', view: { verdict: 'accepted' } });
    expect({ waiting, conflicts }).toEqual({ waiting: [], conflicts: [] });
    expect(await scansOf(itemId)).toBe(before + 1);
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
  });

  it('is the same scan when an older screen added its moment to the second try only', async () => {
    const itemId = await calls.received();
    const { number } = await calls.rowOf('warehouse', itemId);
    const { key, code, target, occurredAt } = scanOf(number);
    const token = await signInAs(calls.app, 'warehouse');
    const headers = { ...bearer(token), 'idempotency-key': key };
    const send = (payload: object) =>
      calls.app.inject({ method: 'POST', url: '/api/scan', headers, payload });
    const first = await send({ code, target });
    const again = await send({ code, target, occurred_at: occurredAt });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toMatchObject({ data: { verdict: 'accepted' }, position: first.json().position });
    const other = await send({ code: 'PAR-999999', target });
    expect(other.json()).toMatchObject({ status: 409, code: 'idempotency_conflict' });
  });
});
