import { describe, expect, it } from 'vitest';
import type { ScanView } from '@atelier/domain/repair/contract.ts';
import { memoryScanStore } from './queued-scan.ts';
import type { QueuedScan, ScanStore, SendResult } from './queued-scan.ts';
import { ScanQueue } from './scan-queue.ts';
import type { ScanSettled } from './queue-parts.ts';

const scan = (key: string, over: Partial<QueuedScan> = {}): QueuedScan => ({
  key,
  owner: 'wu',
  code: `PAR-${key}`,
  target: 3,
  trackingNo: null,
  occurredAt: `2026-11-20T10:00:0${key}.000Z`,
  state: 'waiting',
  wasOffline: false,
  answer: null,
  refusal: null,
  ...over,
});

const view = (verdict: ScanView['verdict']): ScanView => ({
  verdict,
  code: 'PAR-1',
  target: 3,
  item: null,
  first: null,
  rma_status_id: null,
  tracking_number: null,
  holds: [],
});
const answer = (verdict: ScanView['verdict']): SendResult => ({
  kind: 'answer',
  view: view(verdict),
  position: undefined,
});

interface Bench {
  readonly queue: ScanQueue;
  readonly sent: string[];
  readonly settled: ScanSettled[];
  readonly store: ScanStore;
}

/** A queue whose server follows a script; retries happen at once. */
function bench(script: SendResult[], store = memoryScanStore(), owner = 'wu'): Bench {
  const sent: string[] = [];
  const settled: ScanSettled[] = [];
  const queue = new ScanQueue({
    owner,
    store,
    send: async (one) => {
      sent.push(one.key);
      return script.shift() ?? answer('accepted');
    },
    onSettled: (one) => settled.push(one),
    wait: async () => undefined,
  });
  return { queue, sent, settled, store };
}

async function quiet(queue: ScanQueue): Promise<void> {
  for (let turn = 0; turn < 200 && queue.snapshot().waiting.length > 0; turn += 1) await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('the scan queue', () => {
  it('stores a scan before it is sent and forgets it after the answer', async () => {
    const { queue, store, settled } = bench([answer('accepted')]);
    await queue.add(scan('1'));
    await quiet(queue);
    expect(settled.map((one) => one.result.kind)).toEqual(['answer']);
    expect(await store.list('wu')).toEqual([]);
  });

  it('sends a scan again under the same key after a lost connection', async () => {
    const { queue, sent } = bench([{ kind: 'unreachable' }, { kind: 'unreachable' }, answer('accepted')]);
    await queue.add(scan('1'));
    await quiet(queue);
    expect(sent).toEqual(['1', '1', '1']);
    expect(queue.snapshot()).toMatchObject({ waiting: [], conflicts: [] });
  });

  it('tells every scan that waits behind a cut line, and reviews its bad answer later', async () => {
    const { queue, settled } = bench([{ kind: 'unreachable' }, answer('accepted'), answer('unknown')]);
    await Promise.all([queue.add(scan('1')), queue.add(scan('2'))]);
    await quiet(queue);
    const told = settled.filter((one) => one.result.kind === 'unreachable').map((one) => one.scan.key);
    expect(told).toEqual(['1', '2']);
    expect(queue.snapshot().conflicts.map((one) => one.key)).toEqual(['2']);
  });

  it('keeps the order of the counter', async () => {
    const { queue, sent } = bench([{ kind: 'unreachable' }]);
    await Promise.all([queue.add(scan('1')), queue.add(scan('2')), queue.add(scan('3'))]);
    await quiet(queue);
    expect(sent).toEqual(['1', '1', '2', '3']);
  });

  it('puts a bad answer for an offline scan into the review tray', async () => {
    const { queue, store } = bench([{ kind: 'unreachable' }, answer('wrong_stage')]);
    await queue.add(scan('1'));
    await quiet(queue);
    expect(queue.snapshot().conflicts.map((one) => one.answer?.verdict)).toEqual(['wrong_stage']);
    expect((await store.list('wu')).map((one) => one.state)).toEqual(['conflict']);
    await queue.dismiss('1');
    expect(await store.list('wu')).toEqual([]);
  });

  it('keeps no conflict for a bad answer the person saw at once', async () => {
    const { queue } = bench([answer('unknown')]);
    await queue.add(scan('1'));
    await quiet(queue);
    expect(queue.snapshot().conflicts).toEqual([]);
  });

  it('counts an offline scan that somebody else made meanwhile as done, not as a conflict', async () => {
    const { queue } = bench([{ kind: 'unreachable' }, answer('already_done')]);
    await queue.add(scan('1'));
    await quiet(queue);
    expect(queue.snapshot().conflicts).toEqual([]);
  });

  it('takes up what an earlier page left, and only for its owner', async () => {
    const store = memoryScanStore();
    await store.put(scan('1', { wasOffline: true }));
    await store.put(scan('2', { owner: 'chen' }));
    const { queue, sent } = bench([], store);
    await queue.resume();
    await quiet(queue);
    expect(sent).toEqual(['1']);
    expect((await store.list('chen')).map((one) => one.key)).toEqual(['2']);
  });

  it('reviews a refusal of an offline scan', async () => {
    const { queue } = bench([{ kind: 'unreachable' }, { kind: 'refused', code: 'forbidden' }]);
    await queue.add(scan('1'));
    await quiet(queue);
    expect(queue.snapshot().conflicts.map((one) => one.refusal)).toEqual(['forbidden']);
  });
});
