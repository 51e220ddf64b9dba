/** How long each part of the system took after one outage. */
export interface Wait {
  /** This part goes on. */
  readonly over: (part: string) => void;
  readonly longestMs: () => number;
  readonly text: () => string;
}

/** The waits of many outages, and the longest of each part over all of them. */
export interface Waits {
  /** Everything is back after so many seconds: the waits begin. */
  readonly begin: (seconds: number) => Wait;
  readonly count: () => number;
  readonly longest: () => string;
}

export function createWaits(): Waits {
  const longest = new Map<string, { ms: number; seconds: number }>();
  let count = 0;
  return {
    begin: (seconds) => {
      const back = Date.now();
      const parts = new Map<string, number>();
      count += 1;
      return {
        over: (part) => {
          const ms = Date.now() - back;
          parts.set(part, ms);
          if (ms > (longest.get(part)?.ms ?? -1)) longest.set(part, { ms, seconds });
        },
        longestMs: () => Math.max(...parts.values()),
        text: () => [...parts].map(([part, ms]) => `${part} ${inSeconds(ms)}`).join(', '),
      };
    },
    count: () => count,
    longest: () =>
      [...longest]
        .map(([part, { ms, seconds }]) => `${part} ${inSeconds(ms)} (${seconds} s away)`)
        .join(', '),
  };
}

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
