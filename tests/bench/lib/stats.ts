export interface Sample {
  /** Per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  /** Processor time of client and server per success, microseconds; 0 where it cannot be measured. */
  readonly cpu: number;
}

/** The middle of the numbers; of an even count the lower of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** The value below which this share of the numbers lies. */
export function percentile(sorted: readonly number[] | Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** A sample from the latencies (ms) of what succeeded in so many seconds. */
export function sampleOf(latencies: readonly number[], seconds: number, failed: number): Sample {
  const sorted = Float64Array.from(latencies).sort();
  return {
    rate: latencies.length / seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    failed,
    cpu: 0,
  };
}

/** The medians over repetitions, figure by figure. */
export function medianSample(samples: readonly Sample[]): Sample {
  const of = (pick: (sample: Sample) => number): number => median(samples.map(pick));
  return {
    rate: of((s) => s.rate),
    p50: of((s) => s.p50),
    p99: of((s) => s.p99),
    failed: of((s) => s.failed),
    cpu: of((s) => s.cpu),
  };
}
