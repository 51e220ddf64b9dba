import type { Pool } from 'pg';

/** The folded state of a stream at a version. */
export interface CachedState {
  readonly version: number;
  readonly state: unknown;
}

const maxStreams = 5_000;
// As long as a person's key is remembered: an erasure by another node holds here within a second.
const checkedForMs = 1_000;

/**
 * The states in which commands of this process left their streams. A state may be old: only what the append checks may
 * be decided on it. All are dropped within a second after a person was erased or an epoch was begun by hand, and at once when a new session
 * finds another epoch, where the same version may hold other events.
 */
export class StateCache {
  readonly #states = new Map<string, CachedState>();
  readonly #readMark: () => Promise<string>;
  readonly #readEpoch: () => string;
  #epoch = '';
  #mark = '';
  #checkedAt = -Infinity;
  #checking: Promise<void> | undefined;
  #generation = 0;

  constructor(readMark: () => Promise<string>, readEpoch: () => string) {
    this.#readMark = readMark;
    this.#readEpoch = readEpoch;
  }

  /**
   * All of these streams; undefined when one of them is not known, or the database could not be asked. They are taken
   * out: a command that fails leaves nothing behind, and two at once do not decide on the same state.
   */
  async take(streamIds: readonly string[]): Promise<ReadonlyMap<string, CachedState> | undefined> {
    this.#dropOfEarlierEpoch();
    if (!this.#holds(streamIds)) return undefined;
    if (performance.now() - this.#checkedAt > checkedForMs) await (this.#checking ??= this.#check());
    if (!this.#holds(streamIds)) return undefined;
    return new Map(streamIds.flatMap((id) => this.#taken(id)));
  }

  /** To be taken before a stream is read: what was read before the states were dropped is not kept afterwards. */
  get generation(): number {
    this.#dropOfEarlierEpoch();
    return this.#generation;
  }

  keep(generation: number, streamId: string, cached: CachedState): void {
    if (generation !== this.generation) return;
    this.#states.set(streamId, cached);
    const [oldest] = this.#states.keys();
    if (this.#states.size > maxStreams && oldest !== undefined) this.#states.delete(oldest);
  }

  #holds(streamIds: readonly string[]): boolean {
    return streamIds.length > 0 && streamIds.every((id) => this.#states.has(id));
  }

  #taken(id: string): readonly (readonly [string, CachedState])[] {
    const cached = this.#states.get(id);
    this.#states.delete(id);
    return cached === undefined ? [] : [[id, cached]];
  }

  #dropOfEarlierEpoch(): void {
    const epoch = this.#readEpoch();
    if (epoch !== this.#epoch) this.#clear();
    this.#epoch = epoch;
  }

  async #check(): Promise<void> {
    const mark = await this.#readMark().catch(() => undefined);
    if (mark === undefined || mark !== this.#mark) this.#clear();
    this.#mark = mark ?? '';
    this.#checkedAt = mark === undefined ? -Infinity : performance.now();
    this.#checking = undefined;
  }

  #clear(): void {
    this.#generation += 1;
    this.#states.clear();
  }
}

/** Changes when the log is another one, when another server holds it, when a person is erased, and with the vault's revision. */
export async function readStateMark(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ mark: string }>(
    `select concat_ws(' ', epoch, pg_postmaster_start_time(), (select count(*) from erasures),
                      (select revision from key_vault)) as mark
       from log_horizon`,
  );
  return rows[0]?.mark ?? '';
}
