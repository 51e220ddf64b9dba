import { itemsCommandResponse } from '@atelier/contracts/repair/schema.ts';
import { saveSignResponse, signaturesResponse } from '@atelier/contracts/shipping/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STROKES } from '../testing/testing-bodies.ts';
import { openPackages, type PackageWorld } from '../shipping/testing-packages.ts';
import { dataOf, must } from '../testing/testing-reply.ts';

let world: PackageWorld;
beforeAll(async () => {
  world = await openPackages(['paris', 'warehouse', 'tokyo']);
});
afterAll(() => world.api.close());

async function waiting(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await world.journey.waiting()).itemId);
  return ids;
}

const sign = (ids: readonly number[], headers: Record<string, string> = {}) =>
  world.call('paris', 'POST', '/saveSign', { kind: 'pickup', rma_item_ids: ids, strokes: STROKES }, headers);

async function signedFor(ids: readonly number[]): Promise<string> {
  return dataOf(saveSignResponse.shape.data, await must(sign(ids))).signature_id;
}

const handOver = (ids: readonly number[], signature: string) =>
  world.call('paris', 'POST', '/rma/handover', { rma_item_ids: ids, signature_id: signature });

async function documentOf(id: number): Promise<string | undefined> {
  const answer = await world.call('paris', 'GET', `/getSignature?rma_item_id=${id}&kind=pickup`);
  return dataOf(signaturesResponse.shape.data, answer)[0]?.signature_id;
}

const versionOf = (id: number) =>
  world.api.world.store.readStream(`item-${id}`).then(({ version }) => version);

describe('pickup of several pieces (product/repair.md §15)', () => {
  it('hands over three pieces with the one signature that was saved for them', async () => {
    const ids = await waiting(3);
    const handed = await handOver(ids, await signedFor(ids));
    expect(handed.body).toMatchObject({ status: 200, success: true, code: 'ok' });
    expect(dataOf(itemsCommandResponse.shape.data, handed)).toMatchObject(
      ids.map((id) => ({ id, success: true, code: 'ok' })),
    );
    const documents = await Promise.all(ids.map(documentOf));
    expect(new Set(documents).size).toBe(3);
  });

  it('hands them over one by one with that signature as well', async () => {
    const ids = await waiting(2);
    const signature = await signedFor(ids);
    for (const id of ids.toReversed()) expect((await handOver([id], signature)).status).toBe(200);
  });

  it('signs for all of the pieces or for none', async () => {
    const [id = 0] = await waiting(1);
    const before = await versionOf(id);
    expect((await sign([id, 987_654])).status).toBe(404);
    expect(await versionOf(id)).toBe(before);
  });

  it('signs once for a call that is sent again under its key', async () => {
    const ids = await waiting(2);
    const key = { 'idempotency-key': 'sign-twice' };
    const [first, again] = [await must(sign(ids, key)), await must(sign(ids, key))];
    expect(again.body.data).toEqual(first.body.data);
    expect(again.body.data).toMatchObject({ version: 1 });
  });
});

describe('a call in which some rows were refused (product/calls.md §1)', () => {
  it('says so at the head of a handover, and which piece stays', async () => {
    const [ready = 0, other = 0] = await waiting(2);
    const signature = await signedFor([ready]);
    const { status, body } = await handOver([ready, other], signature);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 200, success: false, code: 'partly_done' });
    expect(body.data).toMatchObject([
      { id: ready, success: true },
      { id: other, success: false, code: 'signature_required' },
    ]);
  });

  it('gives the rows also when all of them were refused', async () => {
    const ids = await waiting(2);
    const { status, body } = await handOver(ids, 'unsigned');
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: 'signature_required' });
    expect(body.data).toMatchObject(ids.map((id) => ({ id, success: false, code: 'signature_required' })));
  });

  it('gives the row of a list of one that was moved already', async () => {
    const { itemId: id } = await world.journey.deposit();
    await world.journey.send([id], `L-${id}`);
    await world.journey.scanTo('warehouse', id, 3, 4);
    const again = await world.call('warehouse', 'PUT', '/rmastatus', { ids: [id], rma_status_id: 4 });
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({ success: false, data: [{ id, success: false }] });
  });

  it('says so at the head of a move and of cleared scans', async () => {
    const { itemId: id } = await world.journey.deposit();
    await world.journey.send([id], `P-${id}`);
    await world.journey.scanTo('warehouse', id, 3);
    const moved = await world.call('warehouse', 'PUT', '/rmastatus', {
      ids: [id, 987_654],
      rma_status_id: 4,
    });
    expect(moved.body).toMatchObject({ status: 200, success: false, code: 'partly_done' });
    const cleared = await world.call('warehouse', 'POST', '/scan/clear', { ids: [id, 987_654], target: 6 });
    expect(cleared.body).toMatchObject({ status: 200, success: false, code: 'partly_done' });
  });
});
