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

/** The place of the last event up to a moment; the first where all are later. */
export const placeAtTime = (events: readonly Pick<ReplayEvent, 'at'>[], ms: number): number =>
  Math.max(
    0,
    events.findLastIndex(({ at }) => Date.parse(at) <= ms),
  );

/** What follows from a scan at the same bench within so long stands with it. */
const TOGETHER_MS = 2 * 60_000;
type AtBench = Pick<ReplayEvent, 'type' | 'stream' | 'at' | 'device' | 'worker' | 'actor_id' | 'command_id'>;

/** For each event the place of the scan that it follows from at the same bench; null where it stands alone. */
export function scansBefore(events: readonly AtBench[]): readonly (number | null)[] {
  const scans = new Map<string, number>();
  return events.map((event, place) => {
    if (event.type === 'ItemScanned') {
      scans.set(event.stream, place);
      return null;
    }
    const at = scans.get(event.stream);
    const scan = at === undefined ? undefined : events[at];
    return at !== undefined && scan !== undefined && isTogether(scan, event) ? at : null;
  });
}

function isTogether(scan: AtBench, event: AtBench): boolean {
  if (scan.command_id === event.command_id) return true;
  const isSameBench =
    scan.device === event.device && scan.worker === event.worker && scan.actor_id === event.actor_id;
  return isSameBench && Date.parse(event.at) - Date.parse(scan.at) <= TOGETHER_MS;
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

/** Who held a piece from one event to another. */
export interface HolderSpan {
  readonly kind: string;
  readonly site: string;
  readonly from: string;
  readonly to: string;
  readonly begin: string;
  readonly end: string;
}

const textIn = (file: Files[string], field: string): string => {
  const held = file[field];
  return typeof held === 'string' ? held : '';
};

/** Who held a piece, one after the other; the last span ends with the last event. */
export function holdersOf({ files, events }: Replay, stream: string): readonly HolderSpan[] {
  const file = { ...files[stream] };
  const spans: HolderSpan[] = [];
  for (const event of events.filter((each) => each.stream === stream)) {
    for (const { field, after } of event.lines) file[field] = after;
    const last = spans.at(-1);
    if (last !== undefined) spans[spans.length - 1] = { ...last, end: event.at };
    const held = {
      kind: textIn(file, 'custody_kind'),
      site: textIn(file, 'custody_site'),
      from: textIn(file, 'custody_from'),
      to: textIn(file, 'custody_to'),
    };
    const isSame = last?.kind === held.kind && last.site === held.site && last.to === held.to;
    if (held.kind !== '' && !isSame) spans.push({ ...held, begin: event.at, end: event.at });
  }
  return spans;
}
