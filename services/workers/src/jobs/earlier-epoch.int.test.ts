import {
  acknowledgeDelivery,
  configureDelivery,
  holdDelivery,
} from '@atelier/application/exports/siem/siem.commands.ts';
import { handClock, servicesOf } from '@atelier/application/commands/testing-commands.ts';
import { openWorld, TEST_NOW, type World } from '@atelier/application/projections/testing.ts';
import {
  acquireLease,
  advanceCursor,
  recordDelivered,
  requestDelivery,
} from '@atelier/application/webhooks/sending.commands.ts';
import { applyStretch } from '@atelier/event-store/projections/batch.ts';
import { readCheckpoint } from '@atelier/event-store/projections/checkpoints.ts';
import { CheckpointMoved } from '@atelier/event-store/projections/failures.ts';
import type { LogCursor } from '@atelier/event-store/log-requests.ts';
import { dashboardProjection } from '@atelier/application/dashboard/dashboard.projection.ts';
import { asServer } from '@atelier/tests/harness/failover.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webhookWorld } from '../webhooks/testing-webhooks.ts';
import { readReactionCheckpoint, saveReactionCheckpoint } from './reaction-checkpoints.ts';

/** What a reader saves of an epoch that has ended: each saved cursor stays as the failover left it. */
const HOLD_MS = 60_000;

let world: World;
let hooks: ReturnType<typeof webhookWorld>;
let earlier: LogCursor;
let webhookId: number;

beforeAll(async () => {
  world = await openWorld();
  hooks = webhookWorld(world, servicesOf(world, handClock(TEST_NOW)));
  webhookId = await hooks.make({ url: 'http://127.0.0.1:1/hooks' });
  await configureDelivery(world.db, 'siem.example', 1);
  await requestDelivery(world.db, webhookId);
  await saveReactionCheckpoint(world.db, 'tested', { ...(await world.store.readHorizon()), position: 1 });
  await hooks.deposit();
  await world.settle();
  earlier = await world.store.readHorizon();
});
afterAll(() => world.close());

const beginEpoch = () => asServer(world.database, 'select renew_epoch()');

it('a policy saves none, and one of this epoch', async () => {
  await beginEpoch();
  await saveReactionCheckpoint(world.db, 'tested', earlier);
  const kept = await readReactionCheckpoint(world.db, 'tested');
  expect(kept.position).toBe(1);
  await saveReactionCheckpoint(world.db, 'new', earlier);
  expect((await readReactionCheckpoint(world.db, 'new')).position).toBe(0);
  await saveReactionCheckpoint(world.db, 'tested', { epoch: kept.epoch, position: earlier.position });
  expect((await readReactionCheckpoint(world.db, 'tested')).position).toBe(earlier.position);
});

it('the sending to a SIEM acknowledges none', async () => {
  const held = await holdDelivery(world.db, 'one', HOLD_MS);
  await beginEpoch();
  const acknowledged = { epoch: held?.epoch ?? '', position: earlier.position };
  expect(await acknowledgeDelivery(world.db, 'one', acknowledged, 3)).toBe(false);
  const again = await holdDelivery(world.db, 'one', HOLD_MS);
  expect(again).toEqual({ epoch: expect.not.stringMatching(held?.epoch ?? ''), position: 1 });
});

it('the sending to a webhook moves no cursor', async () => {
  const held = await acquireLease(world.db, webhookId, 'one', HOLD_MS);
  if (held === undefined) throw new Error('the endpoint is not to be had');
  await beginEpoch();
  const attempt = {
    webhookId,
    messageId: 'msg',
    type: 'piece.created',
    attempt: 1,
    status: 204,
    ms: 1,
    answer: '',
  };
  await advanceCursor(world.db, held, 'one', earlier.position);
  await recordDelivered(world.db, held, { ...attempt, outcome: 'taken', position: earlier.position }, 'one');
  expect(await hooks.view(webhookId)).toMatchObject({ position: held.position });
});

it('a projection folds nothing', async () => {
  const after = await readCheckpoint(world.projectorPool, 'dashboard');
  await beginEpoch();
  for (const events of [[], (await world.store.readLog({ after: 0, limit: 10 })).events]) {
    const stretch = { after, events, next: { ...earlier, position: after + 10 } };
    await expect(applyStretch(world.readModels, dashboardProjection, stretch)).rejects.toThrow(
      CheckpointMoved,
    );
  }
  expect(await readCheckpoint(world.projectorPool, 'dashboard')).toBe(after);
});
