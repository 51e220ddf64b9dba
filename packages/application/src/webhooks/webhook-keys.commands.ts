import type { WebhookKey } from '@atelier/domain/webhooks/events.ts';
import { sql } from 'kysely';
import { sealingOf, type AppDb } from '../platform/database.ts';
import type { CommandServices } from '../commands/run-command.ts';
import { makeWebhookKeyPair } from '../shared/webhook-signing.ts';

/** Rows are not sealed yet: nodes of a release before are running. A private key is not written in clear meanwhile. */
export class SealingNotOn extends Error {
  override name = 'SealingNotOn';
}

/** Makes the pair that an endpoint's deliveries are signed with, and keeps its private half, sealed. @throws SealingNotOn */
export async function makeWebhookKey(
  { db, store }: Pick<CommandServices, 'db' | 'store'>,
  webhookId: number,
): Promise<WebhookKey> {
  const sealing = sealingOf(db);
  if (!sealing.isOn()) throw new SealingNotOn();
  const [keyId = 0] = await store.nextIds(1);
  const { publicKey, secretKey } = makeWebhookKeyPair();
  const row = { id: keyId, webhook_id: webhookId, secret_key: secretKey };
  const [sealed = row] = await sealing.sealRows('webhook_keys', [row]);
  await db.insertInto('webhook_keys').values(sealed).execute();
  return { keyId, publicKey };
}

/** The private keys of these ids, in their order; one that is gone is left out. */
export async function webhookSecrets(db: AppDb, keyIds: readonly number[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('webhook_keys')
    .select(['id', 'secret_key'])
    .where('id', 'in', [...keyIds])
    .execute();
  return keyIds.flatMap((id) => rows.find((row) => row.id === id)?.secret_key ?? []);
}

const AT_ONCE = 200;

/** Takes away private keys that sign nothing any more; those of a call that is still under way stay. Answers how many. */
export async function sweepWebhookKeys({ db }: Pick<CommandServices, 'db'>, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_keys where id in (
      select k.id from webhook_keys k
       where k.made_at < ${now}::timestamptz - interval '1 day'
         and not exists (select from webhook_row w
                          where w.key_id = k.id or (w.previous_key_id = k.id and w.previous_until > ${now}))
       limit ${AT_ONCE})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
