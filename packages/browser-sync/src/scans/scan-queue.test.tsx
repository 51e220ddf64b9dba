import { describe, expect, it, vi } from 'vitest';
import type { ScanView } from '@atelier/contracts/repair/schema.ts';
import { memoryScanStore } from './testing-scan-store.ts';
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

  it('calls its listeners when a scan comes and when it is answered, and for nothing in between', async () => {
    const { queue } = bench([answer('accepted')]);
    const waiting: (readonly string[])[] = [];
    queue.subscribe(() => waiting.push(queue.snapshot().waiting.map(({ key }) => key)));
    await queue.add(scan('1'));
    await quiet(queue);
    expect(waiting).toEqual([['1'], []]);
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

  it('counts an offline scan that another person made meanwhile as done, not as a conflict', async () => {
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

  it('reads later what an earlier page left, where the store could not be read at first', async () => {
    const store = memoryScanStore();
    await store.put(scan('1'));
    let readings = 0;
    const list: typeof store.list = (owner) =>
      (readings += 1) === 1 ? Promise.reject(new DOMException('busy', 'UnknownError')) : store.list(owner);
    const { queue, sent } = bench([], { ...store, list });
    await queue.resume();
    await vi.waitFor(() => expect(sent).toEqual(['1']), { timeout: 20_000 });
    await quiet(queue);
    expect(await store.list('wu')).toEqual([]);
  });

  it('reviews a refusal of an offline scan', async () => {
    const { queue } = bench([{ kind: 'unreachable' }, { kind: 'refused', code: 'forbidden' }]);
    await queue.add(scan('1'));
    await quiet(queue);
    expect(queue.snapshot().conflicts.map((one) => one.refusal)).toEqual(['forbidden']);
  });

  it('keeps a bad answer for review when the page that scanned was reloaded meanwhile', async () => {
    const store = memoryScanStore();
    await store.put(scan('1'));
    const { queue } = bench([answer('unknown')], store);
    await queue.resume();
    await quiet(queue);
    expect(queue.snapshot().conflicts.map((one) => one.key)).toEqual(['1']);
  });
});

const full = async (): Promise<never> => {
  throw new DOMException('full', 'QuotaExceededError');
};
const noDisk: ScanStore = { list: full, put: full, remove: full };
const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** A queue over a store that may fail; attempts and writes are repeated after a moment. */
function failing(store: ScanStore, send: () => Promise<SendResult>) {
  const sent: string[] = [];
  const queue = new ScanQueue({
    owner: 'wu',
    store,
    send: async (one) => {
      sent.push(one.key);
      return send();
    },
    onSettled: () => undefined,
    wait: tick,
  });
  return { queue, sent };
}

describe('the scan queue of a device that does not store', () => {
  it('sends every scan from memory, in order, and says that the disk fails', async () => {
    const { queue, sent } = failing(noDisk, async () => answer('accepted'));
    await queue.resume();
    await Promise.all([queue.add(scan('1')), queue.add(scan('2')), queue.add(scan('3'))]);
    await quiet(queue);
    expect(sent).toEqual(['1', '2', '3']);
    expect(queue.snapshot()).toEqual({ waiting: [], conflicts: [], unsaved: 0, isDiskFailing: true });
    queue.close();
  });

  it('counts what only memory holds, and saves it as soon as the disk takes it', async () => {
    const memory = memoryScanStore();
    let isFull = true;
    const store = { ...memory, put: (one: QueuedScan) => (isFull ? full() : memory.put(one)) };
    const { queue } = failing(store, async () => ({ kind: 'unreachable' }));
    await queue.add(scan('1'));
    await expect.poll(() => queue.snapshot().waiting.map(({ wasOffline }) => wasOffline)).toEqual([true]);
    expect(queue.snapshot()).toMatchObject({ unsaved: 1, isDiskFailing: true });
    await tick();
    isFull = false;
    await expect.poll(() => queue.snapshot()).toMatchObject({ unsaved: 0, isDiskFailing: false });
    expect((await memory.list('wu')).map(({ key }) => key)).toEqual(['1']);
    queue.close();
  });

  it('sends no scan again whose row could not be removed', async () => {
    const memory = memoryScanStore();
    const { queue, sent } = failing({ ...memory, remove: full }, async () => answer('accepted'));
    await queue.add(scan('1'));
    await queue.add(scan('2'));
    await quiet(queue);
    for (let turn = 0; turn < 20; turn += 1) await tick();
    expect(sent).toEqual(['1', '2']);
    expect(queue.snapshot().waiting).toEqual([]);
    queue.close();
  });
});
