import { applyErasures } from '@atelier/application/privacy/apply-erasures.commands.ts';
import { erasureResponse, erasuresResponse } from '@atelier/contracts/privacy/schema.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { depositOf, openPrivacyWorld, type PrivacyWorld } from './testing-privacy.ts';

let world: PrivacyWorld;
beforeAll(async () => {
  world = await openPrivacyWorld();
});
afterAll(() => world.api.close());

const list = async (show: string) =>
  erasuresResponse.parse(await world.call('asker', 'GET', `/privacy/requests?show=${show}&page_size=50`));

/** What a restore leaves: the ledger in the vault names a person, and the older database holds them. */
async function restoredFrom(name: string): Promise<string> {
  const { rmaId } = await depositOf(world, name, { taken: true });
  const ref = `rma-${rmaId}`;
  await world.api.world.store.erase([ref], 'GDPR article 17');
  return ref;
}

it('lists who was erased again after a restore that lost the request, among all', async () => {
  const ref = await restoredFrom('lost');
  await applyErasures(world.services);
  expect((await list('waiting')).again).toEqual([]);
  const [again] = (await list('all')).again ?? [];
  expect(again).toMatchObject({ customer_ref: ref });
  expect(again?.deposits).toHaveLength(1);
});

it('says of a request from before a restore that its person is erased already', async () => {
  const { rmaId } = await depositOf(world, 'before', { taken: true });
  const reply = await world.call('asker', 'POST', '/privacy/erase', {
    customer_refs: [`rma-${rmaId}`],
    reason: 'customer_request',
    note: 'wrote a letter',
  });
  const { id } = erasureResponse.parse(reply).data;
  const ofRequest = async () => (await list('all')).data.find((each) => each.id === id);
  expect(await ofRequest()).toMatchObject({ stage: 'requested', erased: false });
  await world.api.world.store.erase([`rma-${rmaId}`], 'GDPR article 17');
  await applyErasures(world.services);
  expect(await ofRequest()).toMatchObject({ stage: 'requested', erased: true });
  expect((await list('all')).again?.map(({ customer_ref: ref }) => ref)).not.toContain(`rma-${rmaId}`);
});
