import { sampleOf, type Sample } from './stats.ts';

/**
 * Closed loop: so many writers, each doing the next thing when the last is done. A turn that answers false has
 * not succeeded (a lost race): it counts as failed and into no latency.
 */
export async function closedLoop(
  writers: number,
  seconds: number,
  turn: (writer: number, turn: number) => Promise<boolean>,
): Promise<Sample> {
  const latencies: number[] = [];
  let failed = 0;
  const started = performance.now();
  const until = started + seconds * 1_000;
  async function write(writer: number): Promise<void> {
    for (let count = 0; performance.now() < until; count += 1) {
      const before = performance.now();
      if (await turn(writer, count)) latencies.push(performance.now() - before);
      else failed += 1;
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return sampleOf(latencies, (performance.now() - started) / 1_000, failed);
}
