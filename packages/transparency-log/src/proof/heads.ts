import type { Queryable } from '@atelier/postgres/transaction.ts';
import { checkpointOf, openCheckpoint, openCosignature } from './checkpoint.ts';
import type { FaultList, FoundInLog } from './fault-list.ts';
import { HASH_BYTES, TILE_WIDTH, type TreeHead } from './merkle.ts';
import { BadNote, parseNote, parseSignatureLine, type VerifierKey } from './signed-note.ts';

/** A head that the tree must have had, and where it is known from. */
export interface KnownHead extends TreeHead {
  /** `stored` in the database, or the holder of a copy elsewhere. */
  readonly from: string;
  /** Of its last event, where its row says it. */
  readonly position?: number;
}

interface StoredHead extends TreeHead {
  readonly position: number;
  readonly note: string;
}

/** The tree as it is stored at one moment: what is sealed while it is verified is none of it. */
export interface StoredTree {
  readonly heads: readonly KnownHead[];
  /** How many leaves are to be walked. */
  readonly leaves: number;
}

// One statement, so that no sealing comes between the heads and the leaves. Entries beyond all hashes are leaves too.
const STORED = `
  with hashed as (
    select coalesce(max(tile * ${TILE_WIDTH} + start + length(hashes) / ${HASH_BYTES}), 0) as leaves from log_tile_parts
     where level = 0 and tile = (select max(tile) from log_tile_parts where level = 0)
  ), entered as (
    select coalesce(max(tile + 1), 0) * ${TILE_WIDTH} as leaves from log_entry_parts
     where tile = (select max(tile) from log_entry_parts)
       and tile * ${TILE_WIDTH} + start >= (select leaves from hashed)
  )
  select c.size, c.position, c.root, c.note, greatest(h.leaves, e.leaves, max(c.size) over ()) as leaves
    from hashed h cross join entered e left join log_checkpoints c on true order by c.size`;

/** The stored checkpoints, by size. What is not signed by the log's key, or says otherwise than its row, is named. */
export async function storedTree(
  db: Queryable,
  keys: readonly VerifierKey[],
  faults: FaultList,
): Promise<StoredTree> {
  type Row = { readonly leaves: number } & (StoredHead | Record<keyof StoredHead, null>);
  const { rows } = await db.query<Row>(STORED);
  const heads = rows.flatMap(({ size, position, root, note }): KnownHead[] => {
    if (size === null) return [];
    const fault = keys.length === 0 ? undefined : noteFault(note, keys, { size, root });
    if (fault !== undefined) faults.add({ kind: 'checkpoint', ...fault, facts: { ...fault.facts, size } });
    return [{ size, position, root, from: 'stored' }];
  });
  return { heads, leaves: rows[0]?.leaves ?? 0 };
}

type Misfit = Pick<FoundInLog, 'code' | 'facts'>;

function noteFault(note: string, keys: readonly VerifierKey[], row: TreeHead): Misfit | undefined {
  try {
    const { size, root } = openCheckpoint(note, keys);
    return size === row.size && root.equals(row.root) ? undefined : { code: 'checkpoint_row' };
  } catch (error) {
    if (error instanceof BadNote) return { code: 'checkpoint_note', facts: { reason: error.message } };
    throw error;
  }
}

/** A checkpoint kept elsewhere. @throws BadNote when it is none of this log's */
export function keptHead(note: string, keys: readonly VerifierKey[], from: string): KnownHead {
  const { size, root } = keys.length === 0 ? checkpointOf(parseNote(note)) : openCheckpoint(note, keys);
  return { size, root, from };
}

/** Each cosignature of a known witness beside its checkpoint; answers how many there are. */
export async function checkCosignatures(
  db: Queryable,
  witnesses: readonly VerifierKey[],
  faults: FaultList,
): Promise<number> {
  type Row = { readonly size: number; readonly line: string; readonly note: string | null };
  const { rows } = await db.query<Row>(
    'select s.size, s.line, c.note from log_cosignatures s left join log_checkpoints c using (size) order by s.size',
  );
  for (const { size, line, note } of rows) {
    const fault = note === null ? ALONE : cosignatureFault(line, note, witnesses);
    if (fault !== undefined) faults.add({ kind: 'cosignature', ...fault, facts: { ...fault.facts, size } });
  }
  return rows.length;
}

const ALONE: Misfit = { code: 'cosignature_alone' };

function cosignatureFault(line: string, note: string, witnesses: readonly VerifierKey[]): Misfit | undefined {
  try {
    const signature = parseSignatureLine(line);
    const key = witnesses.find(({ name, id }) => name === signature.name && id === signature.id);
    if (key !== undefined) openCosignature(signature, parseNote(note), key);
    return undefined;
  } catch (error) {
    if (error instanceof BadNote) return { code: 'cosignature_unfit', facts: { reason: error.message } };
    throw error;
  }
}
