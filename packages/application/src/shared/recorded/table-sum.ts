import { createHash } from 'node:crypto';

const LANES = 1_024;

/** A sum over the rows of a table, whatever their order: rows are added and taken away one by one. */
export interface TableSum {
  readonly rows: number;
  /** 1,024 numbers of 16 bits, base64. */
  readonly sum: string;
}

export const NO_ROWS: TableSum = { rows: 0, sum: Buffer.alloc(LANES * 2).toString('base64') };

/**
 * Adds and takes away rows. Each becomes 1,024 numbers of 16 bits, which are added lane by lane (LtHash, Bellare and Micciancio
 * 1997): other rows with the same sum cannot be found, as they can where one digest of 32 bytes is added.
 */
export class Summing {
  readonly #lanes: Uint16Array;
  #rows: number;

  constructor({ rows, sum }: TableSum = NO_ROWS) {
    this.#rows = rows;
    // A copy: the bytes of a decoded text may share their memory, and begin at an odd place.
    this.#lanes = new Uint16Array(new Uint8Array(Buffer.from(sum, 'base64')).buffer);
    if (this.#lanes.length !== LANES) throw new RangeError('a sum of a table has 1,024 numbers');
  }

  add(cells: readonly unknown[]): void {
    this.#take(cells, 1);
  }

  remove(cells: readonly unknown[]): void {
    this.#take(cells, -1);
  }

  result(): TableSum {
    return { rows: this.#rows, sum: Buffer.from(this.#lanes.buffer).toString('base64') };
  }

  #take(cells: readonly unknown[], sign: 1 | -1): void {
    const bytes = createHash('shake256', { outputLength: LANES * 2 })
      .update(canonical(cells))
      .digest();
    for (let lane = 0; lane < LANES; lane += 1) {
      this.#lanes[lane] = (this.#lanes[lane] ?? 0) + sign * bytes.readUInt16LE(lane * 2);
    }
    this.#rows += sign;
  }
}

/** The same text for the same values: PostgreSQL reorders the fields of a JSON value. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
