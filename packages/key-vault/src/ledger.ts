/** A line of the ledger: who was erased, on what ground. */
export interface Erasure {
  readonly subject: string;
  readonly reason: string;
  /** ISO 8601, UTC. */
  readonly erasedAt: string;
}

/** An erasure in the ledger. Numbers begin at 1 and have no gap. */
export interface LedgerEntry extends Erasure {
  readonly number: number;
}
