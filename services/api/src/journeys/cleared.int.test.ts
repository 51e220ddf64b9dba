/* oxlint-disable vitest/expect-expect -- `stands` and `ok` expect: who holds the jewel, and that the call was taken */
import { clearingRunView } from '@atelier/contracts/clearing/schema.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { DAY_MS, SYSTEM } from '@atelier/domain/kernel.ts';
import { executeClearingRun } from '@atelier/application/clearing/clearing.commands.ts';
import { handClock, servicesOf } from '@atelier/application/commands/testing-commands.ts';
import type { Caller } from '@atelier/application/commands/run-command.ts';
import { closeDue } from '@atelier/application/reminders/reminders.commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMetadata } from '../testing/testing-api.ts';
import { AT_PARIS, openJourneys, type Journeys } from './testing-journeys.ts';

/**
 * Cleared, and then collected after all (product/clearing.md §2): custody stays with the shop until the
 * customer signs.
 */

let go: Journeys;
beforeAll(async () => {
  go = await openJourneys();
});
afterAll(() => go.api.close());

const worker = (key?: string): Caller => ({
  actor: SYSTEM,
  scope: { kind: 'all' },
  metadata: testMetadata(),
  ...(key !== undefined && { idempotency: { person: 'system', key, fingerprint: 'job' } }),
});
const servicesIn = (ms: number) => servicesOf(go.api.world, handClock(new Date(Date.now() + ms)));

async function rmaOf(id: number): Promise<number> {
  return (await go.custodyOf('paris', id)).item.rma_id;
}

/** Clears these, as the call and its worker do. */
async function cleared(ids: readonly number[]): Promise<number> {
  const rmas = await Promise.all(ids.map(rmaOf));
  const end_date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const asked = await go.ok('admin', '/tools/autoclientreceived', { rma_id: rmas.join(','), end_date });
  const run = dataOf(clearingRunView, asked);
  const done = await executeClearingRun(servicesIn(0), worker(), run.id, () => Promise.resolve());
  expect(done).toMatchObject({ ok: true });
  return run.id;
}

/** Fourteen days later the worker closes what was taken. */
async function closed() {
  const run = { callerFor: worker, onProgress: () => Promise.resolve() };
  await closeDue(servicesIn(15 * DAY_MS), run);
}

const undone = (id: number) => go.ok('admin', '/tools/autoclientreceived/undo', { id, reason: 'too early' });

describe('cleared and then collected', () => {
  it('is 16 while the shop still holds it, and the handover later asks for the signature', async () => {
    const id = await go.waiting();
    await cleared([id]);
    await go.stands(id, 16, AT_PARIS);
    const unsigned = { rma_item_ids: [id], signature_id: 'no-person' };
    expect(await go.refused('paris', '/rma/handover', unsigned)).toBe('signature_required');
    await go.stands(id, 16, AT_PARIS);
    await go.handedOver(id);
    await go.stands(id, 16, 'customer');
    await closed();
    await go.stands(id, 21, 'customer');
  });

  it('can be collected after it was closed as well', async () => {
    const id = await go.waiting();
    await cleared([id]);
    await closed();
    await go.stands(id, 21, AT_PARIS);
    await go.handedOver(id);
    await go.stands(id, 21, 'customer');
  });

  it('comes back to 15 when the run is undone, except what was collected or closed since', async () => {
    const [first, second] = [await go.waiting(), await go.waiting()];
    const run = await cleared([first, second]);
    await go.handedOver(first);
    await go.stands(first, 16, 'customer');
    await go.stands(second, 16, AT_PARIS);
    await undone(run);
    await go.stands(first, 16, 'customer');
    await go.stands(second, 15, AT_PARIS);
    const { data } = await go.read('admin', `/tools/autoclientreceived/run?id=${run}`);
    expect(data).toMatchObject({
      state: 'undone',
      skipped: [{ item_id: first, code: 'already_handed_over' }],
    });
    await go.handedOver(second);
    await go.stands(second, 16, 'customer');
  });
});
