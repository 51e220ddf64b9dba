import type { ClientBase, Pool } from 'pg';

/**
 * The epoch of the log, as the sessions of one pool found it. A session asks for it in its first statement, so the process
 * knows of a new epoch before it reads or appends anything there.
 */
export class Epochs {
  readonly #listeners = new Set<() => void>();
  #current = '';

  get current(): string {
    return this.#current;
  }

  note(epoch: string): void {
    if (epoch === this.#current) return;
    const isFirst = this.#current === '';
    this.#current = epoch;
    if (!isFirst) for (const listener of this.#listeners) listener();
  }

  /** Calls the listener whenever another epoch was found. Returns how to stop it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const ofPool = new WeakMap<Pool, Epochs>();

export function epochsOf(pool: Pool): Epochs {
  const epochs = ofPool.get(pool) ?? new Epochs();
  ofPool.set(pool, epochs);
  return epochs;
}

/** The server is a standby: an append would fail there. */
class OnStandby extends Error {
  override readonly name = 'OnStandby';
  /** "Cannot connect now": it may pass. */
  readonly code = '57P03';
}

// A database without the function is not migrated: every start checks that, and says so.
const NOT_MIGRATED = new Set(['42883', '3F000']);

/** Begins the epoch of a new timeline, unless another session has. @throws OnStandby */
export async function joinTimeline(pool: Pool, client: ClientBase, withinMs: number): Promise<void> {
  try {
    const join = { text: 'select join_timeline() as epoch', query_timeout: withinMs };
    const { rows } = await client.query<{ epoch: string | null }>(join);
    const epoch = rows[0]?.epoch ?? undefined;
    if (epoch === undefined) throw new OnStandby('the server is a standby and takes no writes');
    epochsOf(pool).note(epoch);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NOT_MIGRATED.has(String(error.code)))) throw error;
  }
}
