import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { expect, it } from 'vitest';
import { promiseReaction } from './promise.reaction.ts';

const NOW = '2026-11-20T10:00:00.000Z';
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reaction asks for the clock alone
const services = { clock: { now: () => new Date(NOW) } } as CommandServices;
const workFor = (at: string, recordedAt = NOW, streamId = 'item-7') =>
  promiseReaction.workFor(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the reaction reads of an event
    { streamId, position: 12, type: 'ItemStatusChanged', data: { at }, recordedAt } as unknown as StoredEvent,
    services,
  );

it('asks for one job per event, with a key made from it', () => {
  const data = { item_id: 7, position: 12, type: 'ItemStatusChanged' };
  expect(workFor(NOW)).toEqual([{ name: 'expect', data, key: 'expect-e12' }]);
});

it('asks for nothing where an event was imported or is read again, or belongs to no piece', () => {
  expect(workFor('2026-05-01T10:00:00.000Z')).toEqual([]);
  expect(workFor(NOW, '2026-11-18T10:00:00.000Z')).toEqual([]);
  expect(workFor(NOW, NOW, 'rma-7')).toEqual([]);
});
