import { beginErasure, finishErasure } from '@atelier/application/privacy/erasure.commands.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { repairAndCollect } from '@atelier/application/commands/testing-commands.ts';
import { erasureResponse } from '@atelier/contracts/privacy/schema.ts';
import { itemFileResponse } from '@atelier/contracts/repair-detail/file-schema.ts';
import { addDays, localDay } from '@atelier/domain/calendar.ts';
import { SYSTEM } from '@atelier/domain/kernel.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testMetadata } from '../testing/testing-api.ts';
import { depositOf, openPrivacyWorld, type PrivacyWorld } from './testing-privacy.ts';

let world: PrivacyWorld;
beforeAll(async () => {
  world = await openPrivacyWorld();
});
afterAll(() => world.api.close());

const WORDS = ['Engraved for Odile', 'scratch near her initials', 'a crack by the clasp'] as const;

async function loansOf(itemId: number, query = '') {
  const file = await world.call('shop', 'GET', `/rma/item?rma_item_id=${itemId}${query}`);
  return itemFileResponse.parse(file).data.loans;
}

/** Lent, changed and taken back, each with words; then the client collects. */
async function lent() {
  const made = await depositOf(world, 'odile');
  const loan = {
    rma_item_id: made.itemId,
    description: WORDS[0],
    condition: WORDS[1],
    code: 'LOAN-9',
    value: 450_00,
    due_on: addDays(localDay(new Date().toISOString(), 'Europe/Paris'), 14),
  };
  await world.call('shop', 'POST', '/rma/loan', loan);
  await world.call('shop', 'POST', '/rma/loan/change', { ...loan, value: 460_00 });
  const back = { rma_item_id: made.itemId, condition: WORDS[2] };
  await world.call('shop', 'POST', '/rma/loan/return', back);
  await repairAndCollect(world.services, made.itemId);
  return made;
}

/** Asked for by one administrator, approved by another, and carried out as the worker does. */
async function forget(ref: string): Promise<void> {
  const wanted = { customer_refs: [ref], reason: 'customer_request', note: 'wrote a letter' };
  const asked = erasureResponse.parse(await world.call('asker', 'POST', '/privacy/erase', wanted));
  const request_id = asked.data.id;
  const decision = { request_id, decision: 'approve' };
  const approved = await world.call('decider', 'POST', '/privacy/erase/decide', decision);
  const { customer_refs: customerRefs } = erasureResponse.parse(approved).data;
  const caller = () => ({ actor: SYSTEM, scope: { kind: 'all' } as const, metadata: testMetadata() });
  expect(await beginErasure(world.services, caller(), request_id)).toMatchObject({ ok: true });
  const now = new Date();
  await erasePerson(world.services, { customerRefs, reason: 'customer_request', requestId: request_id, now });
  await finishErasure(world.services, caller(), request_id);
}

it('a loan keeps its day and value when its client is erased, and loses every word', async () => {
  const { itemId, rmaId } = await lent();
  const before = new Date().toISOString();
  const [full] = await loansOf(itemId);
  expect(full).toMatchObject({ description: WORDS[0], condition: WORDS[1], note: WORDS[2] });

  await forget(`rma-${rmaId}`);
  const [left] = await loansOf(itemId);
  expect(left).toMatchObject({ state: 'returned', due_on: full?.due_on, value: 460_00 });
  for (const query of ['', `&as_of=${before}`]) {
    const said = JSON.stringify(await loansOf(itemId, query));
    for (const word of WORDS) expect([query, said.includes(word)]).toEqual([query, false]);
  }
  const { events } = await world.api.world.store.readStream(`item-${itemId}`);
  const logged = JSON.stringify(events.filter(({ type }) => type.startsWith('Loan')));
  expect(logged).toContain('LoanHandedOut');
  for (const word of WORDS) expect(logged).not.toContain(word);
});
