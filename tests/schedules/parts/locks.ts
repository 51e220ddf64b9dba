import { Status } from '@atelier/domain/shared/status.ts';
import { type Cast, type Part, wander } from '../cast.ts';
import { fulfil, type Piece, type Wish } from '../pieces.ts';

/**
 * A transaction of another program holds streams, as a person at a console may. Commands on them come together with one on a free stream,
 * which is answered before the lock is released; no statement of a node waits for it (`Stage.longWaits`).
 */
export const locks: Part = {
  actor: 'locks-streams',
  isWork: true,
  run: async (cast) => {
    const { stage, pieces } = cast;
    await wander(stage, 20);
    const held = pieces.slice(0, 1 + Math.floor(stage.scheduler.random() * pieces.length));
    const holder = await stage.poolOf('owner').connect();
    await holder.query('begin');
    await holder.query('select from streams where stream_id = any($1) for update', [
      held.map(({ id }) => `item-${id}`),
    ]);
    const node = stage.scheduler.pick(cast.apis);
    const waiting = held.map((piece) => scan(cast, node, piece));
    await Promise.race([scan(cast, node, cast.newPiece), node.died]);
    await wander(stage, 20);
    await holder.query('commit');
    holder.release();
    await Promise.race([Promise.all(waiting), node.died]);
  },
};

/** Asks once; a command that is refused as busy has written nothing. */
async function scan({ stage, acknowledged }: Cast, node: Cast['apis'][number], piece: Piece): Promise<void> {
  const wish: Wish = {
    key: `locked-${piece.id}`,
    pieces: [piece],
    kind: 'scan',
    status: Status.SentToWarehouse,
    siteId: piece.storeId,
  };
  try {
    acknowledged.push(await stage.runAs(node.name, () => fulfil(node.store, wish)));
  } catch (error) {
    stage.noteTrouble(error);
  }
}
