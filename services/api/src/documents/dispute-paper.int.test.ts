import { keptPicture, PAR } from '@atelier/application/commands/testing-commands.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findDispute } from '@atelier/application/documents/dispute-file.queries.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
let itemId: number;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse']);
  itemId = await calls.received({ images: [await keptPicture(calls.api.world, PAR)] });
  await calls.api.world.settle();
});
afterAll(() => calls.api.close());

describe('a dispute file on paper (decisions/0195)', () => {
  it('says when each event happened and was recorded, shows the pictures, and leads to the proof', async () => {
    const all = { kind: 'all' } as const;
    const { db, store, blobs } = calls.services;
    const found = await inScope(db, all, (trx) => findDispute(trx, { store, blobs }, itemId, all));
    const { events } = await store.readStream(`item-${itemId}`);
    expect(found?.paper.timeline.map(({ recordedAt }) => recordedAt)).toEqual(
      events.map(({ recordedAt }) => recordedAt),
    );
    expect(found?.paper.pictures.map(({ name }) => name)).toEqual(['images/01-deposit.jpg']);
    const proof = await calls.app.inject({ url: `/api/proof/${found?.proofToken}` });
    expect(proof.statusCode).toBe(200);
    expect(JSON.parse(proof.body)).toMatchObject({ stream: `item-${itemId}` });
  });
});
