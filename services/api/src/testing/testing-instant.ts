import { setTimeout as sleep } from 'node:timers/promises';

/** A moment with nothing else in its millisecond: the log counts microseconds, this clock milliseconds. */
export async function instant(): Promise<string> {
  await sleep(5);
  const now = new Date().toISOString();
  await sleep(5);
  return now;
}
