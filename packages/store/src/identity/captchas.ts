import { CAPTCHA_LIFE_MS, CAPTCHA_REFRESH_MS } from '@atelier/domain/identity/sign-in.ts';
import { sql } from 'kysely';
import type { IdentityDb } from './identity.table.ts';

/** Keeps an answer for two minutes, and drops what has expired. */
export async function insertCaptcha(
  db: IdentityDb,
  captcha: { readonly id: string; readonly answer: string },
  now: Date,
): Promise<void> {
  const expires = new Date(now.getTime() + CAPTCHA_LIFE_MS);
  await sql`delete from captchas where expires_at < ${now}`.execute(db);
  await db
    .insertInto('captchas')
    .values({ ...captcha, answer: captcha.answer.toLowerCase(), issued_at: now, expires_at: expires })
    .execute();
}

/**
 * Whether a picture may be exchanged for another: not within ten seconds of its issue. One that a sign-in has
 * used up is gone, so the automatic refresh after a failed login always may (product.md §4).
 */
export async function mayRefresh(db: IdentityDb, id: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - CAPTCHA_REFRESH_MS);
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
