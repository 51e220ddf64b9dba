import type { Pool, PoolClient } from 'pg';
import { AppendBusy, OutcomeUnknown } from '../errors.ts';
import { isOtherColumns, type InlineTables } from './inline-tables.ts';
import { describeError } from '@atelier/postgres/fault.ts';
import {
  appendBatch,
  isPassing,
  isRolledBack,
  refusalOf,
  type Settled,
  type EncodedCommand,
} from './append-batch.ts';
import type { ReadBehind } from '../types.ts';

/** A command with what is to be read behind it. */
export interface Queued {
  readonly command: EncodedCommand;
  readonly behind?: ReadBehind | undefined;
}

/** `alone`: the statement failed as a whole, and another one may not. The command is sent once more, in a separate statement. */
export type Sent = Settled | 'alone';

/** One statement and one commit; a result for each command. Never throws. */
export type Send = (batch: readonly Queued[]) => Promise<readonly Sent[]>;

/** Writes commands on a session. */
export type Write = (client: PoolClient, batch: readonly Queued[]) => Writing;

interface Writing {
  readonly settled: Promise<readonly Settled[]>;
  /** Whether the session can be used again; never rejects. */
  readonly isClean: Promise<boolean>;
}

/** Sends on sessions of the pool. A session is given back when everything on it was answered; results do not wait for that. */
export const sendOn =
  (pool: Pool, write: Write): Send =>
  async (batch) => {
    let client: PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      return batch.map(() => refusalOf(error));
    }
    const { settled, isClean } = write(client, batch);
    void isClean.then((isFine) => client.release(!isFine));
    return settled.catch((error: unknown) => batch.map(() => failureOf(error, batch.length)));
  };

function failureOf(error: unknown, size: number): Sent {
  if (!isRolledBack(error)) return new OutcomeUnknown(describeError(error), error);
  if (size > 1) return 'alone';
  return isPassing(error) ? new AppendBusy('stream_busy') : refusalOf(error);
}

/** All commands in one statement and one commit. */
export const writeBatch =
  (tables: InlineTables, pool: Pool): Write =>
  (client, batch) => {
    const commit = watchCommit(client);
    const commands = batch.map(({ command }) => command);
    const appended = appendBatch(client, commands, tables);
    const settled = appended.finally(commit.end).then(
      (results) => {
        if (commit.isLocalOnly()) throw new OutcomeUnknown('its wait for the standby was cancelled');
        return results;
      },
      async (error: unknown) => {
        // The command is repeated, and its rows are made again.
        if (isOtherColumns(error)) await tables.read(pool).catch(() => undefined);
        throw error;
      },
    );
    return { settled, isClean: appended.then(() => true, isRolledBack) };
  };

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
