import type { Client } from 'pg';

/** As a log that has grown: so many positions per partition, none made ahead yet. For the owner of the tables. */
export async function makeNarrowPartitions(owner: Pick<Client, 'query'>, width = 10): Promise<void> {
  await owner.query(`
    do $$ declare p record; begin
      for p in select table_name from event_partitions loop
        execute format('drop table %I', p.table_name);
      end loop;
      delete from event_partitions;
    end $$`);
  await owner.query('update event_partitioning set width = $1', [width]);
}
