import { existsSync, readFileSync } from 'node:fs';
import { checkpointOf } from '@atelier/transparency-log/proof/checkpoint.ts';
import { readSignerKey, trustedKeys } from '@atelier/transparency-log/proof/log-key.ts';
import type { TreeHead } from '@atelier/transparency-log/proof/merkle.ts';
import { BadNote, parseNote, type VerifierKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { rangeHash } from '@atelier/transparency-log/proof/tree-proofs.ts';
import { latestCheckpoint, tilesOf } from '@atelier/transparency-log/proof/tree-tables.ts';
import { verifyLog } from '@atelier/transparency-log/proof/verify-log.ts';
import type { Pool } from 'pg';
import { Fault } from '@atelier/host/fault.ts';
import type { LogWitnesses } from '@atelier/console/log-key.ts';
import { faultLine } from '@atelier/console/fault-line.ts';
import type { Manifest } from './manifest.ts';

/**
 * How the restored tree stands to a checkpoint that was signed: it holds and `continues` it, it ends `before` it, as after a
 * restore to an earlier moment, or it is `another` log.
 */
export type Standing = 'continues' | 'before' | 'another';

export interface CheckedLog {
  readonly events: number;
  readonly streams: number;
  readonly sealed: number;
  readonly checkpoints: number;
  readonly cosignatures: number;
  readonly signatures: boolean;
  /** Events of the checkpoint that the backup was taken with; undefined when nothing had been sealed by then. */
  readonly manifestSize: number | undefined;
  readonly signedLast: { readonly size: number; readonly standing: Standing } | undefined;
}

/**
 * Verifies chain, tree, checkpoints and cosignatures of a restored log, and compares it with the checkpoint in its manifest and
 * with the one that this machine signed last.
 *
 * @param db sessions that may read the log
 * @throws Fault that names the first faults
 */
export async function checkLog(
  db: Pool,
  manifest: Pick<Manifest, 'name' | 'checkpoint'>,
  witnesses: LogWitnesses,
  report: (line: string) => void,
): Promise<CheckedLog> {
  const logKeys = await keysOf(db, witnesses);
  const note = manifest.checkpoint ?? undefined;
  const kept = note === undefined ? [] : [{ note, from: `kept in the manifest of backup ${manifest.name}` }];
  const { faults, faultCount, ...verdict } = await verifyLog({ db, logKeys, kept });
  if (faultCount > 0)
    throw new Fault(
      `The log is not whole, ${faultCount} faults: ${faults
        .slice(0, 5)
        .map((fault) => faultLine(fault))
        .join('; ')}.`,
    );
  const counts = await countLog(db);
  report(`log verified: the hashes of ${counts.events} events in ${counts.streams} streams are right`);
  report(
    `tree verified: ${verdict.sealed} sealed events, ${verdict.checkpoints} checkpoints, ${verdict.cosignatures} cosignatures`,
  );
  return {
    ...counts,
    ...verdict,
    signatures: logKeys.length > 0,
    manifestSize: note === undefined ? undefined : headOf(note).size,
    signedLast: await compareSignedLast(db, witnesses),
  };
}

async function keysOf(db: Pool, { logKeyFile, logOrigin }: LogWitnesses): Promise<readonly VerifierKey[]> {
  if (!existsSync(logKeyFile)) return [];
  return trustedKeys(db, [(await readSignerKey(logKeyFile, logOrigin, 'log')).verifier]);
}

const headOf = (note: string): TreeHead => checkpointOf(parseNote(note));

async function countLog(db: Pool): Promise<{ events: number; streams: number }> {
  const { rows } = await db.query<{ events: number; streams: number }>(
    'select (select count(*) from events) as events, (select count(*) from streams where archive is null) as streams',
  );
  return rows[0] ?? { events: 0, streams: 0 };
}

async function compareSignedLast(
  db: Pool,
  { signedLastFile }: LogWitnesses,
): Promise<CheckedLog['signedLast']> {
  if (!existsSync(signedLastFile)) return undefined;
  const signed = readHead(signedLastFile);
  const present = (await latestCheckpoint(db))?.size ?? 0;
  return { size: signed.size, standing: await standingOf(db, present, signed) };
}

/** @throws Fault when the file holds something else */
function readHead(file: string): TreeHead {
  try {
    return headOf(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof BadNote) throw new Fault(`${file} holds no checkpoint: ${error.message}.`);
    throw error;
  }
}

async function standingOf(db: Pool, present: number, { size, root }: TreeHead): Promise<Standing> {
  if (size === 0) return 'continues';
  if (size > present) return 'before';
  const own = await rangeHash(tilesOf(db), present, 0, size);
  return own.equals(root) ? 'continues' : 'another';
}
