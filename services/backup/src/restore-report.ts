import type { Restored } from './after-restore.ts';
import type { CheckedLog } from './check-log.ts';
import type { Choice } from './choose-backup.ts';
import type { Checked } from './settle-restored.ts';

export interface RestoreFacts {
  readonly choice: Pick<Choice, 'manifest' | 'at'>;
  readonly restored: Restored;
  readonly checked: Checked;
  /** Where the checkpoint that this machine signed last was put; undefined when it stayed. */
  readonly putAside: string | undefined;
}

/** What was restored and how it was verified, a line each, for the person responsible. */
export function restoreReport({ choice, restored, checked, putAside }: RestoreFacts): readonly string[] {
  const { log } = checked;
  const until =
    choice.at === undefined
      ? 'the newest that was archived'
      : `what was committed by ${choice.at.toISOString()}`;
  return [
    line('database', `backup ${choice.manifest.name} and the log after it: ${until}`),
    line('epoch', `${restored.epoch}, from position ${restored.position}: every screen reads anew`),
    line('chain', `the hashes of ${log.events} events in ${log.streams} streams are right`),
    line('tree', treeOf(log)),
    line('backup', backupOf(log)),
    line('signed last', signedLastOf(log, putAside)),
    line('erasures', erasuresOf(checked)),
    line('read models', readModelsOf(checked)),
    line('rights', rightsOf(choice)),
    line('settings', 'those of that moment too: change again what was changed since then'),
    line('queues', 'emptied; the workers fill them from the log'),
    line('NAV', 'asked for every document that is due, and sent nothing, for 15 minutes (NAV_WINDOW_MS)'),
  ];
}

/** Rights removed from an account since then are restored. */
const rightsOf = ({ at }: RestoreFacts['choice']): string =>
  `accounts, roles, keys and sign-ins are those of ${at === undefined ? 'the newest archived moment' : at.toISOString()}: revoke again what was revoked since then`;

const line = (what: string, text: string): string => `  ${what.padEnd(12)} ${text}`;

function treeOf({ sealed, checkpoints, cosignatures, signatures }: CheckedLog): string {
  if (sealed === 0) return 'nothing of this log had been sealed';
  const counts = `${sealed} sealed events, ${checkpoints} checkpoints and ${cosignatures} cosignatures fit`;
  return signatures ? counts : `${counts}; no signature was checked, because log.key is not here`;
}

const backupOf = ({ manifestSize }: CheckedLog): string =>
  manifestSize === undefined
    ? 'nothing had been sealed when it was taken'
    : `the tree continues the checkpoint of ${manifestSize} events that it was taken with`;

const WITNESSES = 'each witness refuses until its operator starts it once with --accept';

function signedLastOf({ signedLast, sealed }: CheckedLog, putAside: string | undefined): string {
  if (signedLast === undefined) return 'this machine holds no checkpoint to compare with';
  const { size, standing } = signedLast;
  if (standing === 'continues')
    return `the tree continues the checkpoint of ${size} events that this machine signed`;
  const aside =
    putAside === undefined
      ? 'move log-checkpoint aside in the data folder of each worker'
      : `it lies in ${putAside} now`;
  return standing === 'before'
    ? `this machine had signed ${size} events, ${size - sealed} more than are left; ${aside}; ${WITNESSES}`
    : `this machine had signed another log of ${size} events, as was accepted; ${aside}; ${WITNESSES}`;
}

function erasuresOf({ erased }: Checked): string {
  if (erased === undefined) return 'not applied';
  return erased === 0
    ? 'the ledger names nobody whom this log still holds'
    : `${erased} persons erased again, as the ledger names them`;
}

function readModelsOf({ streams, skipped, differences, rebuilt, left }: Checked): string {
  const found =
    rebuilt.length > 0
      ? `${differences} rows differed, ${rebuilt.join(', ')} were built anew; they equal the log in ${streams} streams`
      : `${differences === 0 ? 'equal' : 'were compared with'} the log in ${streams} streams`;
  const others =
    left.length === 0
      ? ''
      : `; rows of ${left.join(', ')} differ, the workers correct them from the log within a day`;
  const partly =
    skipped === 0 ? '' : `; ${skipped} were not compared in every table, npm run consistency does it later`;
  return found + others + partly;
}
