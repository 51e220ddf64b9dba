import type { Queryable } from '../projections/projection-database.ts';
import { checkpointOf, openCheckpoint, openCosignature } from './checkpoint.ts';
import type { FaultList } from './fault-list.ts';
import type { TreeHead } from './merkle.ts';
import { BadNote, parseNote, parseSignatureLine } from './signed-note.ts';
import type { VerifierKey } from './signed-note.ts';

/** A head that the tree must have had, and where it is known from. */
export interface KnownHead extends TreeHead {
  /** `stored` in the database, or whoever kept a copy elsewhere. */
  readonly from: string;
}

interface StoredHead extends TreeHead {
  readonly note: string;
}

/** The stored checkpoints, by size. What is not signed by the log's key, or says otherwise than its row, is named. */
export async function storedHeads(
  db: Queryable,
  keys: readonly VerifierKey[],
  faults: FaultList,
): Promise<readonly KnownHead[]> {
  const { rows } = await db.query<StoredHead>('select size, root, note from log_checkpoints order by size');
  return rows.map(({ size, root, note }) => {
    const fault = keys.length === 0 ? undefined : noteFault(note, keys, { size, root });
    if (fault !== undefined)
      faults.add({ kind: 'checkpoint', detail: `checkpoint of ${size} events: ${fault}` });
    return { size, root, from: 'stored' };
  });
}

function noteFault(note: string, keys: readonly VerifierKey[], row: TreeHead): string | undefined {
  try {
    const { size, root } = openCheckpoint(note, keys);
    return size === row.size && root.equals(row.root) ? undefined : 'its row says otherwise than its note';
  } catch (error) {
    if (error instanceof BadNote) return error.message;
    throw error;
  }
}

/** A checkpoint that somebody kept. @throws BadNote when it is none of this log's */
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
    const fault = note === null ? 'its checkpoint is gone' : cosignatureFault(line, note, witnesses);
    if (fault !== undefined)
      faults.add({ kind: 'cosignature', detail: `checkpoint of ${size} events: ${fault}` });
  }
  return rows.length;
}

function cosignatureFault(line: string, note: string, witnesses: readonly VerifierKey[]): string | undefined {
  try {
    const signature = parseSignatureLine(line);
    const key = witnesses.find(({ name, id }) => name === signature.name && id === signature.id);
    if (key !== undefined) openCosignature(signature, parseNote(note), key);
    return undefined;
  } catch (error) {
    if (error instanceof BadNote) return error.message;
    throw error;
  }
}
