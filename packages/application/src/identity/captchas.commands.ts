import { sql } from 'kysely';
import type { IdentityDb } from './identity.table.ts';

/** Keeps an answer for a while (two minutes unless configured), and drops what has expired. */
export async function insertCaptcha(
  db: IdentityDb,
  captcha: { readonly id: string; readonly answer: string },
  now: Date,
  lifeMs: number,
): Promise<void> {
  const expires = new Date(now.getTime() + lifeMs);
  await sql`delete from captchas where expires_at < ${now}`.execute(db);
  await db
    .insertInto('captchas')
    .values({ ...captcha, answer: captcha.answer.toLowerCase(), issued_at: now, expires_at: expires })
    .execute();
}

/**
 * Whether a picture may be exchanged for another: not right after its issue (ten seconds). One that a sign-in has
 * used up is gone, so the automatic refresh after a failed login always may (product/identity.md §1).
 */
export async function mayRefresh(db: IdentityDb, id: string, now: Date, refreshMs: number): Promise<boolean> {
  const since = new Date(now.getTime() - refreshMs);
  const recent = await db
    .selectFrom('captchas')
    .select('id')
    .where('id', '=', id)
    .where('issued_at', '>', since)
    .executeTakeFirst();
  return recent === undefined;
}

/** Takes the captcha out of use and says whether the answer was right: one try, whatever its outcome. */
export async function consumeCaptcha(
  db: IdentityDb,
  id: string,
  answer: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ answer: string; expires_at: Date }>`
    delete from captchas where id = ${id} returning answer, expires_at`.execute(db);
  const [captcha] = rows;
  if (captcha === undefined || captcha.expires_at.getTime() <= now.getTime()) return false;
  return captcha.answer === answer.trim().toLowerCase();
}

/** An exchanged picture no longer counts. */
export async function dropCaptcha(db: IdentityDb, id: string): Promise<void> {
  await db.deleteFrom('captchas').where('id', '=', id).execute();
}
