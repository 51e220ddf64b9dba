import { allChainFaults } from '../chain/verify-chain.ts';
import { hexOf, type RawQueryable } from '../chain/raw-events.ts';
import { checkKeys, checkPositions } from './check-rows.ts';
import { checkTables } from './check-tables.ts';
import { FaultList, type LogFault } from './fault-list.ts';
import { checkCosignatures, keptHead, storedTree } from './heads.ts';
import {
  earlierValues,
  eventsInChain,
  findChangedValue,
  JSON_COLUMNS,
  MOST_PROVEN,
  type EarlierValues,
} from './prove-values.ts';
import type { VerifierKey } from './signed-note.ts';
import { verifyTree } from './verify-tree.ts';
import { compareWithCopy, type WitnessCopy } from './witness-copy.ts';

export interface VerifyOptions {
  /** Sessions that may read the log. */
  readonly db: RawQueryable;
  /** The log's public keys, from outside the database; without one no signature of a checkpoint is checked. */
  readonly logKeys?: readonly VerifierKey[];
  /** Witnesses whose cosignatures are checked. */
  readonly witnesses?: readonly VerifierKey[];
  /** Checkpoints that were kept elsewhere, and where. */
  readonly kept?: readonly { readonly note: string; readonly from: string }[];
  /** What witnesses keep of the tree. */
  readonly copies?: readonly WitnessCopy[];
  /** Folders with the files of archives: every archive must be in one of them. Without folders the files are not read. */
  readonly archives?: readonly string[];
  /** What is kept of a stream beside its events, as rows of read models: values that may prove what a changed event held. */
  readonly earlier?: EarlierValues;
  /** How far it has come, 0 to 100. */
  readonly onPercent?: (percent: number) => Promise<void>;
}

/** Walking the leaves takes about this much of the whole, the chains the rest. */
const TREE_PERCENT = 60;

export interface LogVerdict {
  /** Leaves of the tree. */
  readonly sealed: number;
  /** Of them, those whose events lie in archive files. */
  readonly archived: number;
  readonly checkpoints: number;
  readonly cosignatures: number;
  /** Heads and leaves compared with that were kept outside the database. */
  readonly outside: number;
  /** The first thousand; `faultCount` counts all. */
  readonly faults: readonly LogFault[];
  readonly faultCount: number;
  /** In how many streams something was found. */
  readonly faultStreams: number;
}

/**
 * Walks chain, tree, checkpoints and cosignatures and names what does not fit. What an attacker with all rights
 * rewrote whole shows only beside a checkpoint or a copy that was kept outside the database (decisions/0153).
 * @throws BadNote when what was kept is no checkpoint of this log
 */
export async function verifyLog(options: VerifyOptions): Promise<LogVerdict> {
  const { db, logKeys = [], witnesses = [], kept = [], copies = [], archives, onPercent } = options;
  const { earlier = async () => [] } = options;
  const faults = new FaultList();
  const outside = [
    ...kept.map(({ note, from }) => keptHead(note, logKeys, from)),
    ...copies.map(({ name, note }) => keptHead(note, logKeys, `kept by ${name}`)),
  ];
  if (!(await checkTables(db, faults))) return nothingRead(faults);
  const { heads, leaves } = await storedTree(db, logKeys, faults);
  const onWalked = async (walked: number): Promise<void> =>
    onPercent?.(Math.floor((TREE_PERCENT * walked) / leaves));
  const tree = await verifyTree(
    db,
    { heads: [...heads, ...outside], leaves, onWalked, archives, earlier },
    faults,
  );
  await checkPositions(db, tree.position, faults);
  await checkKeys(db, faults);
  for (const copy of copies) await compareWithCopy(db, copy, faults);
  await nameChainFaults(db, faults, earlier, async (share) =>
    onPercent?.(TREE_PERCENT + Math.floor((100 - TREE_PERCENT) * share)),
  );
  const cosignatures = await checkCosignatures(db, witnesses, faults);
  return {
    sealed: tree.size,
    archived: tree.archived,
    checkpoints: heads.length,
    cosignatures,
    outside: outside.length,
    faults: faults.faults,
    faultCount: faults.count,
    faultStreams: faults.streams,
  };
}

/** A table is gone: nothing else can be said. */
const nothingRead = ({ faults, count: faultCount, streams: faultStreams }: FaultList): LogVerdict => ({
  sealed: 0,
  archived: 0,
  checkpoints: 0,
  cosignatures: 0,
  outside: 0,
  faults,
  faultCount,
  faultStreams,
});

/** What the chain shows beyond the tree: events after the newest checkpoint, and the streams' own rows. */
async function nameChainFaults(
  db: RawQueryable,
  faults: FaultList,
  earlier: EarlierValues,
  onShare: (share: number) => Promise<void>,
): Promise<void> {
  let proven = 0;
  for await (const { streamId, position, version, code } of allChainFaults(db, onShare)) {
    if (faults.names(streamId)) continue;
    const place = { code, streamId, position, version };
    if (code === 'chain_content') {
      proven += 1;
      const content = proven > MOST_PROVEN ? {} : await contentOf(db, position, earlier);
      faults.add({ kind: 'changed', ...place, ...content });
    } else faults.add({ kind: 'stream', ...place });
  }
}

/** Of an event that was not sealed yet: its own hash proves the value that was changed. */
async function contentOf(
  db: RawQueryable,
  position: number,
  earlier: EarlierValues,
): Promise<Pick<LogFault, 'type' | 'field' | 'values'>> {
  const [row] = await eventsInChain(db, [position]);
  if (row === undefined) return {};
  const { event, previous } = row;
  const content = { event, previous, hash: hexOf(event.hash), columns: JSON_COLUMNS };
  const value = findChangedValue(content, await earlierValues(db, event.stream_id, earlier));
  const [field] = value?.field.split('.') ?? [];
  return { type: event.type, ...(value && field !== undefined && { field, values: [value] }) };
}
