import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UnknownEventTypes } from '../errors.ts';
import { createRegistry } from './registry.ts';
import { createTestStore, made, testMetadata, to, type TestStore } from '../testing/test-store.ts';

let t: TestStore;
beforeAll(async () => {
  t = await createTestStore();
  await t.store.append({ streams: [to('thing-1', 0, made('ring'))], metadata: testMetadata });
});
afterAll(() => t.close());

const renamed = createRegistry(
  {
    ThingMade: { schemaVersion: 2, upcast: { 1: ({ name, ...rest }) => ({ ...rest, title: name ?? null }) } },
  },
  {},
);

describe('releases with different schema versions on one log', () => {
  test('the newer one reads what the older one wrote, in today’s shape', async () => {
    const newer = await t.openAnother({ registry: renamed });
    const { events } = await newer.readStream('thing-1');
    expect(events).toMatchObject([{ schemaVersion: 2, data: { title: 'ring' } }]);
    const readOne = async () => {
      await newer.advanceHorizon();
      return (await newer.readLog({ after: 0, limit: 1 })).events;
    };
    await expect.poll(readOne).toMatchObject([{ data: { title: 'ring' } }]);
  });

  test('the older one refuses to start once the newer one has written', async () => {
    const newer = await t.openAnother({ registry: renamed });
    await newer.append({
      streams: [to('thing-2', 0, { type: 'ThingMade', data: { title: 'chain' } })],
      metadata: testMetadata,
    });
    // Once the horizon has passed what was written.
    await expect
      .poll(() => t.openAnother().catch((error: unknown) => error), { timeout: 60_000 })
      .toBeInstanceOf(UnknownEventTypes);
    await expect(t.openAnother()).rejects.toThrow(/ThingMade v2/);
  });

  test('a release that lacks a type refuses to start and names it', async () => {
    const without = createRegistry({ ThingMoved: {} }, {});
    await expect(t.openAnother({ registry: without })).rejects.toThrow(
      /ThingMade v1.*start the newer release/,
    );
  });
});
