import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

/** Reports what this process's environment gives to settings; null where it names nothing. Writes only what differs. */
export async function reportInstalled(
  db: Kysely<Database>,
  values: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  await sql`
    insert into installed_settings as s (key, value)
    select key, nullif(value, 'null'::jsonb) from jsonb_each(${JSON.stringify(values)}::jsonb)
    on conflict (key) do update set value = excluded.value, reported_at = clock_timestamp()
      where s.value is distinct from excluded.value`.execute(db);
}
