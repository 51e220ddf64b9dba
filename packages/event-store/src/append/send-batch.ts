import type { Pool, PoolClient } from 'pg';
import { AppendBusy, OutcomeUnknown } from '../errors.ts';
import { describeError } from '@atelier/postgres/fault.ts';
import { sendTogether } from '@atelier/postgres/prepared-client.ts';
import { appendBatch, isPassing, isRolledBack, refusalOf, type Settled } from './append-batch.ts';
import { sendReads } from './read-behind.ts';
import type { Waiting } from './waiting.ts';

/** `alone`: the statement failed as a whole, and another one may not. The command is sent once more, in a statement of its own. */
export type Sent = Settled | 'alone';

/** One statement and one commit; a result for each command. Never throws. */
export async function sendBatch(pool: Pool, batch: readonly Waiting[]): Promise<readonly Sent[]> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    return batch.map(() => refusalOf(error));
  }
  try {
    return await appendOn(client, batch);
  } catch (error) {
    return batch.map(() => failureOf(error, batch.length));
  }
}

function failureOf(error: unknown, size: number): Sent {
  if (!isRolledBack(error)) return new OutcomeUnknown(describeError(error), error);
  if (size > 1) return 'alone';
  return isPassing(error) ? new AppendBusy('stream_busy') : refusalOf(error);
}

/** The session is given back when the append and the reads behind it have been answered; nobody waits for the reads here. */
async function appendOn(client: PoolClient, batch: readonly Waiting[]): Promise<readonly Settled[]> {
  const commands = batch.map(({ command }) => command);
  const reads = batch.flatMap(({ behind }) => behind ?? []);
  const commit = watchCommit(client);
  const [appended, sent] = sendTogether(client, () => [
    appendBatch(client, commands),
    sendReads(client, reads),
  ]);
  const isKept = appended.then(
    () => true,
    (error: unknown) => isRolledBack(error),
  );
  void Promise.all([isKept, sent.isClean]).then((fine) => client.release(fine.includes(false)));
  const results = await appended.finally(commit.end);
  if (commit.isLocalOnly()) throw new OutcomeUnknown('its wait for the standby was cancelled');
  for (const [index, { behind }] of batch.entries())
    if (behind !== undefined && !(results[index] instanceof Error)) sent.keep(behind);
  return results;
}

/**
 * PostgreSQL answers a commit whose wait for the synchronous standby was cancelled as any other, with a warning before it. The
 * name of the server's routine is the one part of that warning that is not translated.
 */
function watchCommit(client: PoolClient): { readonly isLocalOnly: () => boolean; readonly end: () => void } {
  let isLocalOnly = false;
  const note = ({ routine }: { readonly routine?: string | undefined }): void => {
    isLocalOnly ||= routine === 'SyncRepWaitForLSN';
  };
  client.on('notice', note);
  return { isLocalOnly: () => isLocalOnly, end: () => void client.removeListener('notice', note) };
}
