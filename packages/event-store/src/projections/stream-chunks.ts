import type { Pool } from 'pg';

/** Which streams a rebuild takes, and under which name it keeps how far it is. */
export interface ChunkedStreams {
  readonly rebuild: string;
  /** Of the streams' names, `<prefix>-<id>`. */
  readonly prefix: string;
  /** Of the rebuild as it was found; '' at its beginning. */
  readonly cursor: string;
  readonly size: number;
}

/** Hands out streams in the order of their names, and keeps on disk up to where all of them are written. */
export class StreamChunks {
  readonly #pool: Pool;
  readonly #streams: ChunkedStreams;
  readonly #open: (readonly string[])[] = [];
  readonly #written = new Set<readonly string[]>();
  #cursor: string;
  #handingOut: Promise<unknown> = Promise.resolve();
  #hasFailed = false;
  #done = 0;

  constructor(pool: Pool, streams: ChunkedStreams) {
    this.#pool = pool;
    this.#streams = streams;
    this.#cursor = streams.cursor === '' ? `${streams.prefix}-` : streams.cursor;
  }

  /**
   * Works on all chunks, several at once. `write` answers how much it has done, and has committed it. After a failure no
   * further chunk is begun, and those at work end before the failure is thrown.
   */
  async each(
    parallel: number,
    write: (streamIds: readonly string[]) => Promise<number>,
    onProgress: (done: number) => void,
  ): Promise<void> {
    const work = async (): Promise<void> => {
      for (let chunk = await this.#next(); chunk.length > 0; chunk = await this.#next()) {
        this.#done += await write(chunk);
        await this.#finished(chunk);
        onProgress(this.#done);
      }
    };
    const working = Array.from({ length: parallel }, () =>
      work().catch((error: unknown) => {
        this.#hasFailed = true;
        throw error;
      }),
    );
    await Promise.allSettled(working);
    await Promise.all(working);
  }

  /** One at a time: the next chunk begins where the last one ends. */
  #next(): Promise<readonly string[]> {
    const handedOut = this.#handingOut.then(() => (this.#hasFailed ? [] : this.#read()));
    this.#handingOut = handedOut.catch(() => undefined);
    return handedOut;
  }

  async #read(): Promise<readonly string[]> {
    const { prefix, size } = this.#streams;
    // '.' follows '-' in bytewise order: between the two lie exactly the names that begin with `<prefix>-`.
    const { rows } = await this.#pool.query<{ stream_id: string }>(
      'select stream_id from streams where stream_id > $1 and stream_id < $2 order by stream_id limit $3',
      [this.#cursor, `${prefix}.`, size],
    );
    const chunk = rows.map((row) => row.stream_id);
    this.#cursor = chunk.at(-1) ?? this.#cursor;
    if (chunk.length > 0) this.#open.push(chunk);
    return chunk;
  }

  /** The rows of a chunk are committed. Writing one again does no harm, leaving one out would. */
  async #finished(chunk: readonly string[]): Promise<void> {
    this.#written.add(chunk);
    let last: string | undefined;
    for (let oldest = this.#open[0]; oldest && this.#written.has(oldest); oldest = this.#open[0]) {
      this.#open.shift();
      this.#written.delete(oldest);
      last = oldest.at(-1);
    }
    if (last === undefined) return;
    await this.#pool.query('update projection_rebuilds set cursor = $2 where name = $1 and cursor < $2', [
      this.#streams.rebuild,
      last,
    ]);
  }
}
