/** So long must a code be out of the picture before it counts again: a jewel lies before the camera, it is not scanned ten times. */
export const OUT_OF_SIGHT_MS = 1_500;

/** When each code was last in the picture, in ms of looking. */
export type SeenCodes = ReadonlyMap<string, number>;

export interface GateStep {
  readonly seen: SeenCodes;
  /** What is new in this picture, in the order given. */
  readonly fresh: readonly string[];
}

/** One picture with the codes read in it. Pure: time comes in. */
export function passGate(before: SeenCodes, codes: readonly string[], now: number): GateStep {
  const recent = [...before].filter(([, at]) => now - at < OUT_OF_SIGHT_MS);
  const known = new Set(recent.map(([code]) => code));
  const present = [...new Set(codes.map((code) => code.trim()).filter((code) => code !== ''))];
  return {
    seen: new Map([...recent, ...present.map((code) => [code, now] as const)]),
    fresh: present.filter((code) => !known.has(code)),
  };
}

/**
 * What an open camera has seen. It outlives the panel that shows the picture: when a scan opens another table, the label is
 * still before the camera. Its time is the time spent looking, so that starting again counts for nothing.
 */
export interface CodeMemory {
  seen: SeenCodes;
  lookedMs: number;
}

export const openMemory = (): CodeMemory => ({ seen: new Map(), lookedMs: 0 });

/** One more picture, `ms` after the one before. Answers what is new in it. */
export function remember(memory: CodeMemory, codes: readonly string[], ms: number): readonly string[] {
  memory.lookedMs += ms;
  const { seen, fresh } = passGate(memory.seen, codes, memory.lookedMs);
  memory.seen = seen;
  return fresh;
}
