import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { logVerificationAggregate } from '@atelier/application/aggregates.ts';
import {
  finishVerification,
  giveUpVerification,
  logVerificationStream,
  notePercent,
  type Finding,
} from '@atelier/application/audit/verification/verification.commands.ts';
import { checkFiles } from '@atelier/application/audit/files/check-files.queries.ts';
import { earlierValuesIn } from '@atelier/application/audit/verification/earlier-values.queries.ts';
import { toFileFault, toFoundFault } from '@atelier/application/audit/verification/found-fault.queries.ts';
import { listRunningVerifications } from '@atelier/application/audit/verification/verification.queries.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { FoundFault } from '@atelier/domain/audit/verification/events.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { openCheckpoint } from '@atelier/transparency-log/proof/checkpoint.ts';
import { readSignerKey, trustedKeys } from '@atelier/transparency-log/proof/log-key.ts';
import { ownCopy } from '@atelier/transparency-log/proof/own-head.ts';
import { BadNote, parseVerifierKey, type VerifierKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { verifyLog, type VerifyOptions } from '@atelier/transparency-log/proof/verify-log.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { SealingConfig } from '../config.ts';
import { job, type JobSlice } from '../jobs/job-slice.ts';
import type { Reaction, Work } from '../jobs/reaction.ts';
import type { DueJob, JobQueue } from '../jobs/queues.ts';
import { systemCaller } from '../system-caller.ts';

export interface VerificationSettings {
  readonly databaseUrl: string;
  readonly sealing: SealingConfig | undefined;
  /** Public keys of witnesses. */
  readonly witnessKeys: readonly string[];
  readonly log: Readonly<Record<'error' | 'info', (fields: object, words: string) => void>>;
}

const verificationWork = (id: number): Work => ({
  name: 'verify',
  data: { verification_id: id },
  key: `log-verification-${id}`,
});

/** On request a worker walks the whole log (product/audit.md §8). */
const verificationReaction: Reaction = {
  name: 'log-verifications',
  types: ['LogVerificationRequested'],
  workFor: ({ data }: StoredEvent) =>
    'verificationId' in data && typeof data.verificationId === 'number'
      ? [verificationWork(data.verificationId)]
      : [],
};

/** Chain, tree, checkpoints and cosignatures of the log, beside the head that this worker signed last; and the files that events name. */
export const verificationSlice = (settings: VerificationSettings): JobSlice => ({
  queue: 'log-verifications',
  reactions: [verificationReaction],
  jobs: [
    job('verify', z.object({ verification_id: z.int() }), (services, { verification_id: id }, due) =>
      verify(services, id, due, settings),
    ),
  ],
  reconcile: putBack,
});

async function putBack({ db }: CommandServices, queue: JobQueue): Promise<void> {
  for (const id of await listRunningVerifications(db)) {
    const { name, data, key } = verificationWork(id);
    await queue.add(name, data, key);
  }
}

async function verify(
  services: CommandServices,
  id: number,
  job: DueJob,
  settings: VerificationSettings,
): Promise<void> {
  const caller = systemCaller(services.clock, 'log verification');
  const { events } = await services.store.readStream(logVerificationStream(id));
  const state = logVerificationAggregate.stateOf(events);
  if (state.kind === 'none' || state.state !== 'running') return;
  try {
    const found = await walk(services, id, settings);
    await finishVerification(services, caller, id, found);
    sayWhat(settings.log, id, found);
  } catch (error) {
    // Whatever comes of saying so, the reason is what the job failed for.
    if (job.isLastAttempt) await giveUpVerification(services, caller, id);
    throw error;
  }
}

function sayWhat(log: VerificationSettings['log'], id: number, { faultCount, verified }: Finding): void {
  if (faultCount === 0) log.info({ verification: id, ...verified }, 'log verified');
  else log.error({ verification: id, faults: faultCount }, 'log verified, it is not what was recorded');
}

/** Walking the log takes about this much of the whole, the files the rest. */
const LOG_PERCENT = 50;

/** The log on a session that cannot write, then the files that its events name. */
async function walk(
  services: CommandServices,
  id: number,
  { databaseUrl, sealing, witnessKeys }: VerificationSettings,
): Promise<Finding> {
  const pool = createPool({
    connectionString: databaseUrl,
    role: 'atelier_projector',
    unattended: true,
    max: 1,
    applicationName: 'atelier log verification',
  });
  const client = await pool.connect();
  try {
    await client.query('set default_transaction_read_only = on');
    const known = await whatIsKnown(client, sealing);
    let last = -1;
    const onPercent = async (percent: number): Promise<void> => {
      if (percent === last) return;
      last = percent;
      await notePercent(services.db, id, percent);
    };
    const witnesses = witnessKeys.map(parseVerifierKey);
    const earlier = earlierValuesIn(client);
    const onLogPercent = (percent: number) => onPercent(Math.floor((percent * LOG_PERCENT) / 100));
    const verdict = await verifyLog({ ...known, db: client, witnesses, earlier, onPercent: onLogPercent });
    const { position: end } = await services.store.readHorizon();
    const onProgress = (position: number) =>
      onPercent(LOG_PERCENT + Math.floor((100 - LOG_PERCENT) * Math.min(1, position / end)));
    const { files, unbound, ...altered } = await checkFiles({ ...services, onProgress });
    const { sealed: events, archived, checkpoints, cosignatures, outside } = verdict;
    const signatures = known.logKeys.length > 0;
    return {
      verified: { events, archived, checkpoints, cosignatures, outside, files, unbound, signatures },
      faults: [...known.faults, ...verdict.faults.map(toFoundFault), ...altered.faults.map(toFileFault)],
      faultCount: known.faults.length + verdict.faultCount + altered.faultCount,
    };
  } finally {
    client.release();
    await pool.end();
  }
}

interface Known extends Required<Pick<VerifyOptions, 'kept' | 'copies'>> {
  readonly logKeys: readonly VerifierKey[];
  readonly faults: readonly FoundFault[];
}

/** What lies outside the database on this machine: the log's key, and the head that was signed here last with its leaves. */
async function whatIsKnown(db: PoolClient, sealing: SealingConfig | undefined): Promise<Known> {
  if (sealing === undefined) return { logKeys: [], kept: [], copies: [], faults: [] };
  const { keyFile, origin, rememberIn: file } = sealing;
  const logKeys = await trustedKeys(db, [(await readSignerKey(keyFile, origin, 'log')).verifier]);
  if (file === undefined || !existsSync(file)) return { logKeys, kept: [], copies: [], faults: [] };
  const note = await readFile(file, 'utf8');
  try {
    openCheckpoint(note, logKeys);
    const copy = await ownCopy(file);
    const kept = copy === undefined ? [{ note, from: 'kept by the worker that signed it' }] : [];
    return { logKeys, kept, copies: copy === undefined ? [] : [copy], faults: [] };
  } catch (error) {
    if (!(error instanceof BadNote)) throw error;
    return {
      logKeys,
      kept: [],
      copies: [],
      faults: [
        toFoundFault({ kind: 'checkpoint', code: 'checkpoint_kept', facts: { reason: error.message } }),
      ],
    };
  }
}
