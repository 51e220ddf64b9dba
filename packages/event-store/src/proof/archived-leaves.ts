import type { Queryable } from '../projections/projection-database.ts';
import type { FaultList } from './fault-list.ts';
import type { Leaf } from './leaf.ts';

interface ArchivedStream {
  readonly id: string;
  readonly archive: string;
  readonly hash: string;
}

/** Leaves whose events lie in archive files (decisions/0143): no fault where stream, archive and tree fit together. */
export class ArchivedLeaves {
  readonly #streams = new Map<string, ArchivedStream & { last: Leaf; leaves: number }>();

  /** Of leaves without an event, those that no archive holds. */
  async setAside(db: Queryable, removed: readonly Leaf[]): Promise<readonly Leaf[]> {
    if (removed.length === 0) return removed;
    const { rows } = await db.query<ArchivedStream>(
      `select s.stream_id as id, s.archive, encode(s.last_hash, 'hex') as hash
         from streams s join event_archives a on a.name = s.archive where s.stream_id = any ($1::text[])`,
      [[...new Set(removed.map(({ streamId }) => streamId))]],
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return removed.filter((leaf) => {
      const stream = found.get(leaf.streamId);
      if (stream !== undefined) this.#count(stream, leaf);
      return stream === undefined;
    });
  }

  #count(stream: ArchivedStream, last: Leaf): void {
    const leaves = (this.#streams.get(stream.id)?.leaves ?? 0) + 1;
    this.#streams.set(stream.id, { ...stream, last, leaves });
  }

  /** Each stream must end as it was sealed, and each archive hold as many events as are missing. Answers how many. */
  async check(db: Queryable, faults: FaultList): Promise<number> {
    const missing = new Map<string, number>();
    for (const { archive, hash, last, leaves } of this.#streams.values()) {
      missing.set(archive, (missing.get(archive) ?? 0) + leaves);
      const { streamId, position, version } = last;
      if (last.hash !== hash)
        faults.add({
          kind: 'archive',
          streamId,
          position,
          version,
          detail: `the stream lies in archive ${archive} and does not end as it was sealed`,
        });
    }
    const { rows } = await db.query<{ name: string; events: number }>(
      'select name, events from event_archives',
    );
    for (const { name, events } of rows)
      if (events !== (missing.get(name) ?? 0))
        faults.add({
          kind: 'archive',
          detail: `archive ${name} holds ${events} events, and ${missing.get(name) ?? 0} sealed ones are not in the log`,
        });
    return [...missing.values()].reduce((sum, count) => sum + count, 0);
  }
}
