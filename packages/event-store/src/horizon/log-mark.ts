import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/** How far the log was, noted outside the database: what a restored base backup does not take back. */
interface LogMark {
  readonly epoch: string;
  readonly position: number;
  /** A position may have been given out again since: the event shows it. */
  readonly eventId: string;
}

/**
 * Before a node shows anything: renews the epoch when the database was restored. Another server, database or timeline is
 * seen by the horizon's own move; a base backup put back is seen by an event in the mark that the log does not hold
 * (decisions/0112). Of many nodes one renews. Answers whether this one did.
 */
export async function renewEpochAfterRestore(pool: Pool, file: string): Promise<boolean> {
  await pool.query('select from advance_horizon()');
  const mark = await readMark(file);
  if (mark === undefined) return false;
  const { rows } = await pool.query<{ renewed: boolean }>(
    `select renew_epoch_of($1) as renewed
      where not exists (select from events where position = $2 and event_id = $3)`,
    [mark.epoch, mark.position, mark.eventId],
  );
  return rows[0]?.renewed === true;
}

export interface LogMarker {
  /** Notes once more, then no longer. */
  readonly stop: () => Promise<void>;
}

export interface LogMarkerOptions {
  readonly pool: Pool;
  readonly file: string;
  readonly everyMs?: number;
  /** Called once: where nothing can be written nothing is noted. */
  readonly onError: (error: unknown) => void;
}

const EVERY_MS = 2_000;

/** Notes the horizon in a file, again and again while it moves. */
export function startLogMarker({ pool, file, everyMs = EVERY_MS, onError }: LogMarkerOptions): LogMarker {
  let noted = '';
  let hasFailed = false;
  const note = async (): Promise<void> => {
    try {
      const text = JSON.stringify(await markOf(pool));
      if (text === undefined || text === noted) return;
      await writeWhole(file, text);
      noted = text;
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) onError(error);
      hasFailed = true;
    }
  };
  let noting = note();
  const timer = setInterval(() => {
    noting = noting.then(note);
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await noting.then(note);
    },
  };
}

async function markOf(pool: Pool): Promise<LogMark | undefined> {
  const { rows } = await pool.query<LogMark>(
    `select h.epoch, h.position, e.event_id as "eventId" from log_horizon h join events e on e.position = h.position`,
  );
  return rows[0];
}

/** Written to a temporary file and renamed, so that a reader never sees half a mark. */
async function writeWhole(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}`;
  await writeFile(beside, text, { mode: 0o600 });
  await rename(beside, file);
}

async function readMark(file: string): Promise<LogMark | undefined> {
  try {
    const mark: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isMark(mark) ? mark : undefined;
  } catch {
    return undefined;
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function isMark(value: unknown): value is LogMark {
  if (typeof value !== 'object' || value === null) return false;
  if (!('epoch' in value && 'position' in value && 'eventId' in value)) return false;
  return (
    UUID.test(String(value.epoch)) && UUID.test(String(value.eventId)) && Number.isInteger(value.position)
  );
}
