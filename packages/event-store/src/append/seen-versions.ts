/** The newest versions that a process has seen its streams at. */
export interface SeenVersions {
  readonly note: (streamId: string, version: number) => void;
  /** At least this; 0 when nothing is known. */
  readonly of: (streamId: string) => number;
}

interface Seen {
  readonly version: number;
  readonly until: number;
}

// Versions only grow, except when a failover or a restore loses some: what was seen must not be believed for long.
const believedMs = 1_000;
const maxStreams = 20_000;

export function createSeenVersions(now: () => number = () => performance.now()): SeenVersions {
  const seen = new Map<string, Seen>();
  const current = (streamId: string): number => {
    const entry = seen.get(streamId);
    return entry !== undefined && entry.until > now() ? entry.version : 0;
  };
  return {
    of: current,
    note: (streamId, version) => {
      if (version < current(streamId)) return;
      if (seen.size >= maxStreams) seen.clear();
      seen.set(streamId, { version, until: now() + believedMs });
    },
  };
}
