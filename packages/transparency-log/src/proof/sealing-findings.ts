import type { Queryable } from '@atelier/postgres/transaction.ts';
import { ownCopy } from './own-head.ts';
import { SealRefused, type RefusalReason } from './seal-log.ts';
import { firstChangedLeaf } from './witness-copy.ts';

/** The lock that one sealer at a time takes is held all the time: nothing is sealed meanwhile. */
export class SealingHeld extends Error {
  readonly code = 'sealing_held';

  constructor() {
    super('another session holds the lock of sealing for a minute or more: nothing is sealed until it ends');
    this.name = 'SealingHeld';
  }
}

/** `lock_held`: another session holds the lock of sealing. `not_kept`: the file of `rememberIn` cannot be written. */
export type SealingTrouble = RefusalReason | 'lock_held' | 'not_kept';
export const SEALING_TROUBLES: readonly SealingTrouble[] = [
  'lock_held',
  'rolled_back',
  'rewritten',
  'contradicts',
  'archived',
  'not_kept',
];

export interface SealingFinding {
  readonly standing: readonly {
    readonly code: SealingTrouble;
    /** The first event that is not the one that was sealed, where the leaves kept here show it. */
    readonly stream?: string;
    readonly position?: number;
  }[];
  readonly over: readonly SealingTrouble[];
}

interface FindingsOptions {
  readonly pool: Queryable;
  readonly rememberIn: string | undefined;
  readonly onFinding?: (finding: SealingFinding) => Promise<void>;
}

/** What one sealer has found so far, and what of it was handed on. */
export class Findings {
  readonly #options: FindingsOptions;
  /** What may stand in the log's events: at first anything, for an earlier process may have found it. */
  #handedOn: ReadonlySet<SealingTrouble> = new Set(SEALING_TROUBLES);
  /** Undefined until something was sealed. */
  #isKept: boolean | undefined;
  #place: { readonly message: string; readonly at: Awaited<ReturnType<typeof placeOf>> } | undefined;

  constructor(options: FindingsOptions) {
    this.#options = options;
  }

  /** Whether the signed head could be kept. */
  kept(error: unknown): void {
    this.#isKept = error === undefined;
  }

  /** After a try: `error` is why nothing was sealed. A failure of another kind, as a database that is away, says nothing of the log. */
  async report(error: unknown): Promise<void> {
    const code = codeOf(error);
    if (error !== undefined && code === undefined) return;
    const codes = new Set<SealingTrouble>(code === undefined ? [] : [code]);
    if (this.#isKept === false) codes.add('not_kept');
    const isOver = (each: SealingTrouble): boolean =>
      this.#handedOn.has(each) && !codes.has(each) && (each !== 'not_kept' || this.#isKept === true);
    const over = SEALING_TROUBLES.filter(isOver);
    if (codes.size === 0 && over.length === 0) return;
    const at = error instanceof SealRefused ? await this.#placeFor(error) : undefined;
    const standing = [...codes].map((each) => ({ code: each, ...(each === code && at) }));
    try {
      await this.#options.onFinding?.({ standing, over });
      this.#handedOn = this.#isKept === undefined ? codes.add('not_kept') : codes;
    } catch {
      // The next try hands it on.
    }
  }

  async #placeFor({ message, reason }: SealRefused): Promise<Awaited<ReturnType<typeof placeOf>>> {
    const { pool, rememberIn } = this.#options;
    if (reason !== 'rewritten' || rememberIn === undefined) return undefined;
    if (this.#place?.message !== message) this.#place = { message, at: await placeOf(pool, rememberIn) };
    return this.#place.at;
  }
}

function codeOf(error: unknown): SealingTrouble | undefined {
  if (error instanceof SealingHeld) return 'lock_held';
  return error instanceof SealRefused ? error.reason : undefined;
}

/** Undefined where the leaves that are kept here do not show it. */
async function placeOf(
  db: Queryable,
  file: string,
): Promise<{ readonly stream: string; readonly position: number } | undefined> {
  try {
    const copy = await ownCopy(file);
    const leaf = copy && (await firstChangedLeaf(db, copy));
    return leaf && { stream: leaf.streamId, position: leaf.position };
  } catch {
    return undefined;
  }
}
