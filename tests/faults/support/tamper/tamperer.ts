import type { Client } from 'pg';

/** A ruler of the database: a superuser, and numbers that are the same for the same seed. */
export interface Tamperer {
  readonly client: Pick<Client, 'query'>;
  readonly random: () => number;
}

/** What must be said of a tampering: any of these words stands in what the verification says. */
export type Place = readonly string[];

export type Tampering = (by: Tamperer) => Promise<Place>;

export type Row = Readonly<Record<string, string>>;

/** One of the rows that a query answers, all columns as text. */
export async function anyRow({ client, random }: Tamperer, query: string): Promise<Row> {
  const { rows } = await client.query<{ row: Row }>(
    `select jsonb_object_agg(key, value) as row from (${query}) q,
       lateral jsonb_each_text(to_jsonb(q)), lateral (select md5(q::text) as id) i group by i.id order by i.id`,
  );
  const found = rows[Math.floor(random() * rows.length)]?.row;
  if (found === undefined) throw new Error(`nothing to tamper with: ${query}`);
  return found;
}

export const pick = <T>({ random }: Pick<Tamperer, 'random'>, list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
};

/** An event that is sealed, in the log and not in an archive. */
export const anyEvent = (by: Tamperer, where = 'true'): Promise<Row> =>
  anyRow(
    by,
    `select position::text, stream_id, version::text, type from events
      where position <= (select max(position) from log_checkpoints) and ${where}`,
  );
