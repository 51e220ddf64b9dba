import type { Connection, PoolClient, Submittable } from 'pg';

/** What of the driver's connection a copy uses and its types leave out. */
interface CopyConnection {
  readonly sendCopyFromChunk: (chunk: Buffer) => void;
  readonly endCopyFrom: () => void;
}

/** The driver's part of one `copy … from stdin`: it sends one block of rows when the server is ready for it. */
class CopyIn implements Submittable {
  readonly #text: string;
  readonly #rows: Buffer;
  readonly #settle: (error?: Error) => void;

  constructor(text: string, rows: Buffer, settle: (error?: Error) => void) {
    this.#text = text;
    this.#rows = rows;
    this.#settle = settle;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#rows);
    connection.endCopyFrom();
  }

  handleCommandComplete(): void {
    // handleReadyForQuery comes next.
  }

  handleError(error: Error): void {
    this.#settle(error);
  }

  handleReadyForQuery(): void {
    this.#settle();
  }
}

/** Copies rows in PostgreSQL's text format into a table. Nothing else may run on the client meanwhile. */
export function copyRows(client: PoolClient, into: string, rows: string): Promise<void> {
  if (rows === '') return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => (error === undefined ? resolve() : reject(error));
    client.query(new CopyIn(`copy ${into} from stdin`, Buffer.from(rows), settle));
  });
}

/** One column of a copied row; null and undefined are SQL's null. */
export function copied(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return String.raw`\N`;
  if (typeof value === 'number') return String(value);
  return /[\\\t\n\r]/.test(value)
    ? value.replaceAll(/[\\\t\n\r]/g, (found) => ESCAPES[found] ?? found)
    : value;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
};
