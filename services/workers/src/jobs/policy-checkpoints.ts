import type { ReferenceDb } from '@atelier/application/reference/reference.table.ts';

declare module '@atelier/application/database.ts' {
  interface Database {
    policy_checkpoints: { name: string; position: number; updated_at: Date };
  }
}

/** Where a policy goes on reading; 0 for one that never ran. */
export async function readPolicyCheckpoint(db: ReferenceDb, name: string): Promise<number> {
  const row = await db
    .selectFrom('policy_checkpoints')
    .select('position')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.position ?? 0;
}

/** Only ever forward: two processes may run the same policy. */
export async function savePolicyCheckpoint(db: ReferenceDb, name: string, position: number): Promise<void> {
  await db
    .insertInto('policy_checkpoints')
    .values({ name, position, updated_at: new Date() })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ position, updated_at: new Date() })
        .where('policy_checkpoints.position', '<', position),
    )
    .execute();
}
