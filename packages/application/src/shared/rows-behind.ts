import type { ReadBehind, SentReads } from '@atelier/event-store/types.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { CompiledQuery } from 'kysely';
import type { ClientBase } from 'pg';
import { sendInScope } from '../platform/database.ts';

/** One row, read behind a command's append in the scope of the command's caller. */
export interface RowBehind<Row> extends ReadBehind {
  /** The row, undefined where the scope does not hold it; null when the command appended nothing to read behind. */
  readonly whenRead: () => Promise<Row | undefined> | null;
}

interface Asked<Row> extends ReadBehind {
  readonly id: number;
  readonly take: (row: Promise<Row | undefined>) => void;
}

interface Sender<Row> {
  send(client: ClientBase, asked: readonly Asked<Row>[]): SentReads;
}

/** Reads of single rows behind appends: those of one scope that travel with one statement are one query. */
export function createRowsBehind<Row extends { readonly id: number }>(
  queryOf: (ids: readonly number[]) => CompiledQuery<Row>,
): (scope: DataScope, id: number) => RowBehind<Row> {
  const senders = new Map<string, Sender<Row>>();

  const senderOf = (scope: DataScope): Sender<Row> => ({
    send(client, asked) {
      const { rows, isClean } = sendInScope(client, scope, queryOf([...new Set(asked.map(({ id }) => id))]));
      const byId = rows.then((found) => new Map(found.map((row) => [row.id, row])));
      // Not awaited where no command was kept.
      byId.catch(() => undefined);
      return { isClean, keep: ({ id, take }: Asked<Row>) => take(byId.then((found) => found.get(id))) };
    },
  });

  return (scope, id) => {
    const key = JSON.stringify(scope);
    const sender = senders.get(key) ?? senderOf(scope);
    senders.set(key, sender);
    let row: Promise<Row | undefined> | null = null;
    const asked: Asked<Row> & RowBehind<Row> = {
      sender,
      id,
      take: (read) => {
        row = read;
      },
      whenRead: () => row,
    };
    return asked;
  };
}
