import type { Client } from 'pg';

/** As a log that has grown: ten positions per partition, none made ahead yet. For the owner of the tables. */
export async function makeNarrowPartitions(owner: Client): Promise<void> {
  await owner.query(`
    do $$ declare p record; begin
      for p in select table_name from event_partitions loop
        execute format('drop table %I', p.table_name);
      end loop;
      delete from event_partitions;
      update event_partitioning set width = 10;
    end $$`);
}
