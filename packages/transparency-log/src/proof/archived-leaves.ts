import type { Queryable } from '@atelier/postgres/transaction.ts';
import { archiveFault, EventSet } from './archive-files.ts';
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
  readonly #sealed = new Map<string, EventSet>();

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
    this.#sealedIn(stream.archive).add(last.position, last.hash);
  }

  #sealedIn(archive: string): EventSet {
    const sealed = this.#sealed.get(archive) ?? new EventSet();
    this.#sealed.set(archive, sealed);
    return sealed;
  }

  /**
   * Each stream must end as it was sealed, and each archive hold as many events as are missing; with `folders`, its file must be in one of them
   * and hold exactly these events. Answers how many.
   */
  async check(db: Queryable, faults: FaultList, folders?: readonly string[]): Promise<number> {
    const missing = new Map<string, number>();
    for (const { archive, hash, last, leaves } of this.#streams.values()) {
      missing.set(archive, (missing.get(archive) ?? 0) + leaves);
      const { streamId, position, version } = last;
      if (last.hash !== hash)
        faults.add({
          kind: 'archive',
          code: 'archive_end',
          streamId,
          position,
          version,
          facts: { archive },
        });
    }
    const { rows } = await db.query<{ name: string; events: number; sha256: string }>(
      'select name, events, sha256 from public.event_archives order by name',
    );
    for (const { name, events, sha256 } of rows) {
      const fault = folders && (await archiveFault(folders, { name, sha256 }, this.#sealedIn(name)));
      if (fault !== undefined)
        faults.add({ kind: 'archive', ...fault, facts: { ...fault.facts, archive: name } });
      if (events !== (missing.get(name) ?? 0))
        faults.add({
          kind: 'archive',
          code: 'archive_count',
          facts: { archive: name, events, missing: missing.get(name) ?? 0 },
        });
    }
    return [...missing.values()].reduce((sum, count) => sum + count, 0);
  }
}
