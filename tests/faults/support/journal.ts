import type { Pool } from 'pg';
import type { Answer, Call } from './caller.ts';

/** One command as the client outside the system remembers it. */
interface Entry {
  /** Named as the call's device, so every event the command ever wrote carries it. */
  readonly mark: string;
  /** The event this command exists for. */
  readonly writes: string;
  readonly sentAt: number;
  answer?: Answer;
  answeredAt?: number;
}

interface Written {
  readonly mark: string;
  /** Executions that left events: each has a separate command id. */
  readonly executions: number;
  readonly last: number;
  readonly types: readonly string[];
}

/** What a client was promised, kept outside the system, to be held against the log afterwards. */
export class Journal {
  readonly #entries: Entry[] = [];
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  get acknowledged(): number {
    return this.#entries.filter(({ answer }) => answer?.status === 200).length;
  }

  /** Notes what is about to be sent, before it is sent. */
  open(call: Omit<Call, 'key' | 'device'>, writes: string): { call: Call; entry: Entry } {
    const mark = `${this.#name}-${this.#entries.length}`;
    const entry: Entry = { mark, writes, sentAt: Date.now() };
    this.#entries.push(entry);
    return { call: { ...call, key: mark, device: mark }, entry };
  }

  /** Where the log and what was promised differ; empty when every promise was kept exactly once. */
  async differences(pool: Pool): Promise<string[]> {
    const written = new Map((await this.#written(pool)).map((row) => [row.mark, row]));
    const found = this.#entries.flatMap((entry) => differencesOf(entry, written.get(entry.mark)));
    const known = new Set(this.#entries.map(({ mark }) => mark));
    const strangers = [...written.keys()].filter((mark) => !known.has(mark));
    return [...found, ...strangers.map((mark) => `${mark}: in the log, but nobody sent it`)];
  }

  /**
   * Where a log that was restored to a moment and what was promised by then differ: what was answered by then is there once, what was
   * sent later is not. What was under way then may be either.
   */
  async differencesAt(pool: Pool, at: Date): Promise<string[]> {
    const written = new Map((await this.#written(pool)).map((row) => [row.mark, row]));
    return this.#entries.flatMap((entry) => {
      const found = written.get(entry.mark);
      if (entry.sentAt > at.getTime())
        return found === undefined ? [] : [`${entry.mark}: sent later, but it is there`];
      return isAnsweredBy(entry, at) || found !== undefined ? differencesOf(entry, found) : [];
    });
  }

  /** How many were answered by then. */
  answeredBy(at: Date): number {
    return this.#entries.filter((entry) => isAnsweredBy(entry, at)).length;
  }

  async #written(pool: Pool): Promise<readonly Written[]> {
    const { rows } = await pool.query<Written>(
      `select metadata ->> 'device' as mark, count(distinct metadata ->> 'commandId')::int as executions,
              max(position) as last, array_agg(type order by position) as types
         from events where metadata ->> 'device' like $1 group by 1`,
      [`${this.#name}-%`],
    );
    return rows;
  }
}

/** An answer in the same millisecond may have come after the moment: clocks here count whole ones. */
const isAnsweredBy = ({ answeredAt }: Entry, at: Date): boolean =>
  answeredAt !== undefined && answeredAt < at.getTime();

function differencesOf({ mark, answer, writes }: Entry, written: Written | undefined): string[] {
  const executions = written?.executions ?? 0;
  if (executions > 1) return [`${mark}: ran ${executions} times`];
  if (answer?.status !== 200) return executions === 0 ? [] : [`${mark}: refused, but it wrote`];
  if (written === undefined) return [`${mark}: acknowledged, but it is not in the log`];
  const times = written.types.filter((type) => type === writes).length;
  if (times !== 1) return [`${mark}: ${writes} stands there ${times} times`];
  if (written.last !== answer.body.position) return [`${mark}: answered another position than its own`];
  return [];
}
