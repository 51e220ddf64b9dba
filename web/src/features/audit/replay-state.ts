import type { Files, Replay, ReplayEvent } from './queries.ts';

/** Every file as it stood after the first so many events: what the server folded, followed line by line. */
export function filesAt(
  { files, standing, events }: Replay,
  steps: number,
): ReadonlyMap<string, Files[string]> {
  const state = new Map<string, Files[string]>(Object.entries(standing));
  const touched = new Set<string>();
  for (const { stream, lines } of events.slice(0, steps)) {
    const known = touched.has(stream) ? state.get(stream) : files[stream];
    touched.add(stream);
    const file = { ...known };
    for (const { field, after } of lines) file[field] = after;
    state.set(stream, file);
  }
  return state;
}

/** The place of an event, or of the first behind it; the last where all are before. */
export function placeOf(events: readonly ReplayEvent[], position: number): number {
  const found = events.findIndex((event) => event.position >= position);
  return found === -1 ? Math.max(0, events.length - 1) : found;
}

/** The next event of the same type behind a place; null where there is none. */
export function nextOfKind(events: readonly ReplayEvent[], place: number): number | null {
  const type = events[place]?.type;
  const found = events.findIndex((event, index) => index > place && event.type === type);
  return found === -1 ? null : found;
}

export type ReplayKey = 'play' | 'on' | 'back' | 'first' | 'last' | 'next';

const KEYS: Readonly<Record<string, ReplayKey>> = {
  ' ': 'play',
  Home: 'first',
  End: 'last',
  n: 'next',
  N: 'next',
};

/** What a key asks for: time flows from the inline start, so the arrows change their sense from right to left. */
export function replayKey(key: string, isRtl: boolean): ReplayKey | undefined {
  if (key === 'ArrowRight') return isRtl ? 'back' : 'on';
  if (key === 'ArrowLeft') return isRtl ? 'on' : 'back';
  return KEYS[key];
}
