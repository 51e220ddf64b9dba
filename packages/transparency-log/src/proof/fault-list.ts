import { SENTENCES, type FaultCode } from './fault-sentences.ts';

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

/** A value of an event before and after a change, where something proves the earlier one. */
export interface ProvenValue {
  /** A column, or a path in one: `data.fee.amount`. */
  readonly field: string;
  /** Null also where there was nothing. */
  readonly before: Scalar;
  readonly after: Scalar;
  /** `seal`: the sealed leaf holds it. `hash`: with this value the event has the hash that was sealed. */
  readonly by: 'seal' | 'hash';
}

export type Scalar = string | number | boolean | null;

/** Numbers and names that belong into the sentence of a code. */
export type FaultFacts = Readonly<Record<string, string | number>>;

/** What a check found: where, and which sentence says what it is. */
export interface FoundInLog {
  readonly kind: FaultKind;
  readonly code: FaultCode;
  readonly facts?: FaultFacts;
  readonly streamId?: string;
  readonly position?: number;
  readonly version?: number;
  /** Of the event, as it was sealed where that is known. */
  readonly type?: string;
  /** Columns of the event, between commas, where they are known. */
  readonly field?: string;
  readonly values?: readonly ProvenValue[];
}

export interface LogFault extends FoundInLog {
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

  /** In how many streams something was found. */
  get streams(): number {
    return this.#streams.size;
  }

  add(fault: FoundInLog): void {
    this.#count += 1;
    if (this.faults.length < MOST_KEPT) this.faults.push({ ...fault, detail: sentenceOf(fault) });
    if (fault.streamId !== undefined) this.#streams.add(fault.streamId);
  }

  /** Whether something of the stream was named already: what follows in its chain is a consequence. */
  names(streamId: string): boolean {
    return this.#streams.has(streamId);
  }
}

function sentenceOf({ code, facts = {} }: FoundInLog): string {
  return SENTENCES[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''));
}
