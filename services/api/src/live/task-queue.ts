/** Runs pieces of work one after another, in the order they were asked for; a failure stops only its own piece. */
export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T> | T): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
