import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { wholeDatabase } from '../lib/whole-database.ts';
import { NEXT_REGISTRY } from './newer-release.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { META } from '@atelier/application/projections/testing-histories.ts';
import { type Cast, type Part, wander } from '../cast.ts';

/** Words that must not be readable anywhere once their subject is erased. */
export const SECRET = 'my grandmother’s ring';

/** An account writes a personal remark about a piece, while its customer may be erased. */
export const remark: Part = {
  actor: 'remarks',
  isWork: true,
  run: async (cast) => {
    const { stage } = cast;
    const piece = stage.scheduler.pick(cast.pieces);
    const key = `remark-${piece.id}`;
    const streamId = `item-${piece.id}`;
    const data = {
      customerRef: `customer-${piece.rmaId}`,
      commentId: piece.id,
      commentType: 1,
      text: SECRET,
      email: null,
      at: META.occurredAt,
      by: { userId: 7, workerId: null },
    };
    for (;;) {
      await stage.scheduler.pause('remarks');
      const node = stage.scheduler.pick(cast.apis);
      const write = stage.runAs(node.name, () =>
        handleCommand(node.store, {
          streams: [streamId],
          metadata: { ...META, commandId: key },
          idempotency: { person: 'schedules', key, fingerprint: key },
          decide: (histories) => {
            const events = [{ type: 'CommentAdded', data }];
            const row = inlineRowOf(streamId, [...(histories.get(streamId)?.events ?? []), ...events]);
            return { ok: true, streams: [{ streamId, events, ...(row && { row }) }] };
          },
        }),
      );
      const result = await Promise.race([write.catch(stage.noteTrouble), node.died]);
      if (result?.ok !== true) continue;
      cast.acknowledged.push({ key, streams: [streamId], result });
      return;
    }
  },
};

/** A customer is erased: the key, then what the read models still show. */
export const erase: Part = {
  actor: 'erases',
  isWork: true,
  run: async (cast) => {
    const { stage } = cast;
    await wander(stage, 30);
    const piece = stage.scheduler.pick(cast.pieces);
    const subject = `customer-${piece.rmaId}`;
    for (;;) {
      const { store } = stage.scheduler.pick(cast.apis);
      try {
        const pool = stage.poolOf('app');
        const services = {
          store,
          db: wholeDatabase(pool),
          blobs: createPostgresBlobStore(pool, store.files),
        };
        const asked = { customerRefs: [subject], reason: 'asked for', requestId: piece.rmaId };
        await erasePerson(services, { ...asked, now: new Date(META.occurredAt) });
        cast.erased.add(piece.rmaId);
        return;
      } catch (error) {
        stage.noteTrouble(error);
        await stage.scheduler.pause('erases again');
      }
    }
  },
};

/** What is still readable of the erased, in rows and through a node that has just begun. */
export async function readableOfErased({ stage, erased, pieces }: Cast): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { id, rmaId } of pieces.filter((piece) => erased.has(piece.rmaId))) {
    // A node that has just begun remembers no key.
    const pool = stage.installation.app;
    const store = await openStore({ pool, masterKey: TEST_KEY, registry: NEXT_REGISTRY });
    const rows = await stage.look<{ row: object }>(
      'select to_jsonb(r) as row from rma_row r where id = $1 union all select to_jsonb(i) from item_row i where id = $2',
      [rmaId, id],
    );
    for (const row of await store.sealing.openRows(rows.map((each) => each.row))) {
      const text = JSON.stringify(row);
      const words = [`First${rmaId}`, `Name${rmaId}`, SECRET].filter((word) => text.includes(word));
      if (words.length > 0) found.push(`customer-${rmaId} was erased, yet a row says ${words.join(', ')}`);
    }
    const histories = await store.readStreams([`rma-${rmaId}`, `item-${id}`]);
    const text = JSON.stringify([...histories.values()].map(({ events }) => events.map(({ data }) => data)));
    if (text.includes(SECRET) || text.includes(`First${rmaId}`))
      found.push(`customer-${rmaId} can be read in the log`);
  }
  return found;
}
