/**
 * What is wrong. Of events: `changed`, `removed`, `inserted`, `swapped`; of a stream's own row: `stream`. Of the log
 * as a whole: `rewritten` (the tree is not the one that was signed or copied), `rolled_back` (it ends before a head that was
 * signed). Of what was sealed: `tree`, `checkpoint`, `cosignature`, `archive`. Of what events name: `file`.
 */
export type FaultKind =
  | 'changed'
  | 'removed'
  | 'inserted'
  | 'swapped'
  | 'stream'
  | 'rewritten'
  | 'rolled_back'
  | 'tree'
  | 'checkpoint'
  | 'cosignature'
  | 'archive'
  | 'file';

export interface LogFault {
  readonly kind: FaultKind;
  readonly streamId?: string;
  readonly position?: number;
  readonly version?: number;
  /** Columns of the event, between commas, where they are known. */
  readonly field?: string;
  /** What shows it, in one sentence. */
  readonly detail: string;
}

const MOST_KEPT = 1_000;

/** What a walk over the log found; keeps the first thousand and counts the rest. */
export class FaultList {
  readonly faults: LogFault[] = [];
  readonly #streams = new Set<string>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(fault: LogFault): void {
    this.#count += 1;
    if (this.faults.length < MOST_KEPT) this.faults.push(fault);
    if (fault.streamId !== undefined) this.#streams.add(fault.streamId);
  }

  /** Whether something of the stream was named already: what follows in its chain is a consequence. */
  names(streamId: string): boolean {
    return this.#streams.has(streamId);
  }
}
