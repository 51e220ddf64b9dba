import { setImmediate as turn } from 'node:timers/promises';

/** Rows that are worked on before others get their turn: a hundred thousand at once would hold up every scan. */
const AT_ONCE = 2_000;

/** Like `map`, but lets the process do other things in between. */
export async function inTurns<T, R>(list: readonly T[], work: (each: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (const each of list) {
    results.push(work(each));
    if (results.length % AT_ONCE === 0) await turn();
  }
  return results;
}
