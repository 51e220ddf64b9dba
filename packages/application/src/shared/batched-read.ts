import type { DataScope } from '@atelier/domain/shared/scope.ts';

type ReadMany<Row> = (scope: DataScope, ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>;

interface Waiting<Row> {
  readonly id: number;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns a read of many rows into one of a single row. One read per scope is under way at once; those that come
 * meanwhile wait and go together. A read that fails fails for all that went with it.
 */
export function createBatchedRead<Row>(
  readMany: ReadMany<Row>,
): (scope: DataScope, id: number) => Promise<Row | undefined> {
  const waiting = new Map<string, Waiting<Row>[]>();

  async function drain(scope: DataScope, key: string, queue: Waiting<Row>[]): Promise<void> {
    while (queue.length > 0) await answer(scope, queue.splice(0));
    waiting.delete(key);
  }

  async function answer(scope: DataScope, batch: readonly Waiting<Row>[]): Promise<void> {
    try {
      const rows = await readMany(scope, [...new Set(batch.map(({ id }) => id))]);
      for (const { id, resolve } of batch) resolve(rows.get(id));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (scope, id) =>
    new Promise((resolve, reject) => {
      const key = JSON.stringify(scope);
      const queue = waiting.get(key);
      queue?.push({ id, resolve, reject });
      if (queue !== undefined) return;
      const begun = [{ id, resolve, reject }];
      waiting.set(key, begun);
      void drain(scope, key, begun);
    });
}
