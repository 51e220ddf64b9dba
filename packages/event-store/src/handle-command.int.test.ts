import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IdempotencyConflict, WrongExpectedVersion } from './errors.ts';
import type { CommandRequest } from './command.ts';
import { handleCommand } from './handle-command.ts';
import { StateCache } from './state-cache.ts';
import { COMMAND_PATHS } from './testing/command-paths.ts';
import { createTestStore, made, moved, testMetadata, to, type TestStore } from './testing/test-store.ts';
import type { EventStore } from './types.ts';

/** Moves a thing one place on; refuses beyond place 3. */
const moveOnFrom = (streamId: string) => (known: ReadonlyMap<string, { readonly version: number }>) => {
  const place = (known.get(streamId)?.version ?? 0) + 1;
  if (place > 3) return { ok: false, rejection: 'too_far' } as const;
  return { ok: true, streams: [{ streamId, events: [moved(place)] }], answer: { place } } as const;
};

const moveOn = (streamId: string, more: Partial<CommandRequest<string>> = {}): CommandRequest<string> => ({
  streams: [streamId],
  metadata: testMetadata,
  decide: moveOnFrom(streamId),
  ...more,
});

describe.each(COMMAND_PATHS)('handleCommand without $without', ({ without }) => {
  let t: TestStore;
  let store: EventStore;
  beforeAll(async () => {
    t = await createTestStore({ without });
    store = t.store;
  });
  afterAll(() => t.close());

  test('decides over the history and appends', async () => {
    expect(await handleCommand(store, moveOn('walk-1'))).toMatchObject({
      ok: true,
      versions: { 'walk-1': 1 },
    });
    expect(await handleCommand(store, moveOn('walk-1'))).toMatchObject({
      ok: true,
      versions: { 'walk-1': 2 },
    });
  });

  test('hands a rejection through and writes nothing', async () => {
    await store.append({ streams: [to('walk-2', 0, moved(1), moved(2), moved(3))], metadata: testMetadata });
    expect(await handleCommand(store, moveOn('walk-2'))).toEqual({ ok: false, rejection: 'too_far' });
    expect((await store.readStream('walk-2')).version).toBe(3);
  });

  test('decides again after a lost race', async () => {
    let decisions = 0;
    const request = moveOn('walk-3');
    const result = await handleCommand(store, {
      ...request,
      decide: async (histories) => {
        decisions += 1;
        if (decisions === 1)
          await store.append({ streams: [to('walk-3', 0, made('by another'))], metadata: testMetadata });
        return request.decide(histories);
      },
    });
    expect(decisions).toBe(2);
    expect(result).toMatchObject({ ok: true, versions: { 'walk-3': 2 } });
  });

  test('gives up after ten lost races', async () => {
    let version = 0;
    const request = moveOn('walk-4');
    const lost = handleCommand(store, {
      ...request,
      decide: async () => {
        await store.append({ streams: [to('walk-4', version, moved(version))], metadata: testMetadata });
        version += 1;
        return { ok: true, streams: [{ streamId: 'walk-4', events: [moved(9)] }] };
      },
    });
    await expect(lost).rejects.toThrow(WrongExpectedVersion);
    expect(version).toBe(10);
  });

  test('carries out all of sixty commands that meet on one stream', async () => {
    const walkers = Array.from({ length: 60 }, () =>
      handleCommand(store, {
        ...moveOn('walk-crowd'),
        decide: (histories) => {
          const place = histories.get('walk-crowd')?.version ?? 0;
          return { ok: true, streams: [{ streamId: 'walk-crowd', events: [moved(place)] }] };
        },
      }),
    );
    expect((await Promise.all(walkers)).every(({ ok }) => ok)).toBe(true);
    expect((await store.readStream('walk-crowd')).version).toBe(60);
  });

  test('a caller who names the version it saw settles the race itself', async () => {
    await handleCommand(store, moveOn('walk-5'));
    const stale = handleCommand(store, moveOn('walk-5', { expected: { 'walk-5': 0 } }));
    await expect(stale).rejects.toMatchObject({ expected: 0, actual: 1 });
    let decisions = 0;
    const overtaken = handleCommand(store, {
      ...moveOn('walk-5', { expected: { 'walk-5': 1 } }),
      decide: async () => {
        decisions += 1;
        await store.append({ streams: [to('walk-5', 1, moved(2))], metadata: testMetadata });
        return { ok: true, streams: [{ streamId: 'walk-5', events: [moved(2)] }] };
      },
    });
    await expect(overtaken).rejects.toThrow(WrongExpectedVersion);
    expect(decisions).toBe(1);
  });

  test('answers a repeated command as the first time, also when it could no longer be decided so', async () => {
    const idempotency = { person: 'user-1', key: 'move', fingerprint: 'walk-6' };
    const first = await handleCommand(store, moveOn('walk-6', { idempotency, expected: { 'walk-6': 0 } }));
    expect(first).toMatchObject({ ok: true, versions: { 'walk-6': 1 } });
    const again = { ...first, replayed: true, answer: { place: 1 } };
    // As it was sent; then without the version, when the decision would be another; then when it would be refused.
    expect(await handleCommand(store, moveOn('walk-6', { idempotency, expected: { 'walk-6': 0 } }))).toEqual(
      again,
    );
    expect(await handleCommand(store, moveOn('walk-6', { idempotency }))).toEqual(again);
    await store.append({ streams: [to('walk-6', 1, moved(2), moved(3))], metadata: testMetadata });
    expect(await handleCommand(store, moveOn('walk-6', { idempotency }))).toEqual(again);
    expect((await store.readStream('walk-6')).version).toBe(3);
  });

  test('a key used for another body is a conflict, whatever the decision would be', async () => {
    const idempotency = { person: 'user-1', key: 'other', fingerprint: 'one' };
    await handleCommand(store, moveOn('walk-7', { idempotency }));
    const other = { ...idempotency, fingerprint: 'two' };
    await expect(handleCommand(store, moveOn('walk-7', { idempotency: other }))).rejects.toThrow(
      IdempotencyConflict,
    );
    await store.append({ streams: [to('walk-7', 1, moved(2), moved(3))], metadata: testMetadata });
    await expect(handleCommand(store, moveOn('walk-7', { idempotency: other }))).rejects.toThrow(
      IdempotencyConflict,
    );
  });

  test('a decision without streams writes nothing', async () => {
    const nothing = await handleCommand(
      store,
      moveOn('walk-8', { decide: () => ({ ok: true, streams: [] }) }),
    );
    expect(nothing).toEqual({ ok: true, position: 0, versions: {} });
  });
});

describe('with states remembered at a version', () => {
  let t: TestStore;
  let store: EventStore;
  beforeAll(async () => {
    t = await createTestStore();
    store = t.store;
  });
  afterAll(() => t.close());

  /** Moves on from what is remembered, and counts what is read. */
  async function moveOnCached(streamId: string, version: number, more: Partial<CommandRequest<string>> = {}) {
    let reads = 0;
    const states = new StateCache(
      () => Promise.resolve(''),
      () => '',
    );
    states.keep(0, streamId, { version, state: null });
    const counting: EventStore = {
      ...store,
      states,
      readStreams: (ids) => {
        reads += 1;
        return store.readStreams(ids);
      },
    };
    const request = moveOn(streamId, { decideOnStates: moveOnFrom(streamId), ...more });
    return { result: await handleCommand(counting, request), reads };
  }

  test('decides on them and reads nothing', async () => {
    await store.append({ streams: [to('walk-20', 0, moved(1))], metadata: testMetadata });
    const { result, reads } = await moveOnCached('walk-20', 1);
    expect(result).toMatchObject({ ok: true, versions: { 'walk-20': 2 } });
    expect(reads).toBe(0);
  });

  test('decides on what is read where the cached version is too old or was never written', async () => {
    await store.append({ streams: [to('walk-21', 0, moved(1), moved(2))], metadata: testMetadata });
    const old = await moveOnCached('walk-21', 1);
    expect(old.result).toMatchObject({ ok: true, versions: { 'walk-21': 3 } });
    await store.append({ streams: [to('walk-22', 0, moved(1))], metadata: testMetadata });
    const lost = await moveOnCached('walk-22', 2);
    expect(lost.result).toMatchObject({ ok: true, versions: { 'walk-22': 2 } });
    expect([old.reads, lost.reads]).toEqual([1, 1]);
  });

  test('rejects only on what is read', async () => {
    await store.append({ streams: [to('walk-23', 0, moved(1))], metadata: testMetadata });
    const { result, reads } = await moveOnCached('walk-23', 3);
    expect(result).toMatchObject({ ok: true, versions: { 'walk-23': 2 } });
    expect(reads).toBe(1);
  });

  test('accepts only on what is read where the append would not check a stream', async () => {
    const decide = () => ({ ok: true, streams: [to('walk-25', 0, moved(1))] }) as const;
    const elsewhere = { decide, decideOnStates: decide };
    const { result, reads } = await moveOnCached('walk-24', 3, elsewhere);
    expect(result).toMatchObject({ ok: true, versions: { 'walk-25': 1 } });
    expect(reads).toBe(1);
  });

  test('a caller who names another version than the cached one is answered from what is read', async () => {
    await store.append({ streams: [to('walk-26', 0, moved(1), moved(2))], metadata: testMetadata });
    const { result } = await moveOnCached('walk-26', 1, { expected: { 'walk-26': 2 } });
    expect(result).toMatchObject({ ok: true, versions: { 'walk-26': 3 } });
    await expect(moveOnCached('walk-26', 2, { expected: { 'walk-26': 2 } })).rejects.toThrow(
      WrongExpectedVersion,
    );
  });

  test('answers a repeated command as the first time', async () => {
    const idempotency = { person: 'user-1', key: 'cached', fingerprint: 'one' };
    const first = await moveOnCached('walk-27', 0, { idempotency });
    const again = await moveOnCached('walk-27', 1, { idempotency });
    expect(again.result).toMatchObject({ ok: true, replayed: true, answer: { place: 1 } });
    expect(first.result).toMatchObject({ answer: { place: 1 } });
    expect((await store.readStream('walk-27')).version).toBe(1);
  });
});
