import type { Pool } from 'pg';
import type { CaughtMail } from '../../mail-catcher/server.ts';
import { WORD, type Canary } from './canary-people.ts';
import { Needles, wordsIn } from './search-bytes.ts';

/** A mail that carries words of an erased person although its sending began after the erasure. */
export interface LateMail {
  readonly mail: string;
  readonly words: readonly string[];
}

/**
 * Compares positions in the log, not clocks: the last `MessageSendingStarted` of a mail has to stand before the `RmaCustomerErased` of the
 * person whose words the mail carries. Mails that were queued when the erasures began may still leave before their own person's erasure.
 */
export async function mailsAfterErasure(
  pool: Pool,
  mails: readonly CaughtMail[],
  erased: readonly Canary[],
): Promise<{ readonly late: readonly LateMail[]; readonly withWords: number }> {
  const needles = new Needles(
    WORD,
    erased.flatMap(({ words }) => words),
  );
  const personOf = new Map(erased.flatMap(({ words, rmaId }) => words.map((word) => [word, rmaId])));
  const begun = await positionsOf(pool, 'MessageSendingStarted', 'message-');
  const erasedAt = await positionsOf(pool, 'RmaCustomerErased', 'rma-');
  const found = mails
    .map(({ id, source }) => ({ mail: id, words: [...wordsIn(needles, Buffer.from(source))] }))
    .filter(({ words }) => words.length > 0);
  const isLate = ({ mail, words }: LateMail) =>
    words.some((word) => {
      const start = begun.get(messageOf(mail));
      const end = erasedAt.get(personOf.get(word) ?? 0);
      return start === undefined || end === undefined || start > end;
    });
  return { late: found.filter(isLate), withWords: found.length };
}

/** The number in the id of a mail: `<MESSAGE.CAUSE@HOST>`. */
const messageOf = (mailId: string): number => Number(/^<?(\d+)\./.exec(mailId)?.[1]);

/** By the number of a stream: the position of its newest event of this type. */
async function positionsOf(pool: Pool, type: string, prefix: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ stream: string; position: string }>(
    `select stream_id as stream, max(position) as position from events where type = $1 group by stream_id`,
    [type],
  );
  return new Map(rows.map(({ stream, position }) => [Number(stream.slice(prefix.length)), Number(position)]));
}
