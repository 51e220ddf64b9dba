import { type RawQueryable, readRaw } from '../chain/raw-events.ts';
import type { FaultList } from './fault-list.ts';
import { BadNote, parseNote, parseVerifierKey } from './signed-note.ts';

/** What lies outside the positions that the log gives, and a horizon that was set back before what is sealed. */
export async function checkPositions(db: RawQueryable, sealedTo: number, faults: FaultList): Promise<void> {
  type Row = { readonly position: string; readonly stream_id: string; readonly version: string };
  const outside = await readRaw<Row>(
    db,
    'select position, stream_id, version from public.events where position < 1 order by position limit 1000',
  );
  for (const { position, stream_id: streamId, version } of outside)
    faults.add({
      kind: 'inserted',
      code: 'event_below_one',
      position: Number(position),
      streamId,
      version: Number(version),
    });
  const horizons = await readRaw<{ position: string }>(db, 'select position from public.log_horizon');
  const [horizon] = horizons;
  if (horizons.length !== 1 || horizon === undefined)
    faults.add({ kind: 'tree', code: 'horizon_rows', facts: { rows: horizons.length } });
  else if (Number(horizon.position) < sealedTo)
    faults.add({
      kind: 'tree',
      code: 'horizon_behind',
      position: Number(horizon.position),
      facts: { horizon: Number(horizon.position), sealed: sealedTo },
    });
}

/** Each key in `log_keys` must have signed a stored checkpoint, and each checkpoint be signed by one of them. */
export async function checkKeys(db: RawQueryable, faults: FaultList): Promise<void> {
  const rows = await readRaw<{ verifier_key: string }>(
    db,
    'select verifier_key from public.log_keys order by 1',
  );
  const notes = await readRaw<{ size: string; note: string }>(
    db,
    'select size, note from public.log_checkpoints order by size',
  );
  const signers = notes.map(({ size, note }) => ({ size, ids: signersOf(note) }));
  const used = new Set(signers.flatMap(({ ids }) => ids));
  const known = new Set(rows.flatMap(({ verifier_key: key }) => idOf(key) ?? []));
  for (const { verifier_key: key } of rows) {
    const id = idOf(key);
    if (id !== undefined && used.has(id)) continue;
    const code = id === undefined ? 'key_unreadable' : 'key_unused';
    faults.add({ kind: 'checkpoint', code, facts: { key: key.slice(0, 80) } });
  }
  const unknown = signers.find(({ ids }) => ids.length > 0 && !ids.some((id) => known.has(id)));
  if (unknown !== undefined)
    faults.add({ kind: 'checkpoint', code: 'checkpoint_key', facts: { size: Number(unknown.size) } });
}

function signersOf(note: string): readonly string[] {
  return orNothing(() => parseNote(note).signatures.map(({ name, id }) => `${name} ${id}`)) ?? [];
}

function idOf(key: string): string | undefined {
  return orNothing(() => {
    const { name, id } = parseVerifierKey(key);
    return `${name} ${id}`;
  });
}

/** Undefined for what is no note and no key. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadNote) return undefined;
    throw error;
  }
}
