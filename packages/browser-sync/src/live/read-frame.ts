import {
  LIVE_ROW_KINDS,
  type LiveRemoved,
  type LiveRow,
  type ServerFrame,
} from '@atelier/domain/live/contract.ts';

/** What arrived: a frame, one of a type that this version does not know, or something that is none. */
export type Received =
  | { readonly kind: 'frame'; readonly frame: ServerFrame }
  | { readonly kind: 'unknown'; readonly type: string }
  | { readonly kind: 'malformed' };

type Fields = Readonly<Record<string, unknown>>;
type Readers = {
  [Type in ServerFrame['type']]: (fields: Fields) => Extract<ServerFrame, { type: Type }> | null;
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isTopics = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isPlace = (value: unknown): value is LiveRemoved =>
  isFields(value) && isText(value['kind']) && isWhole(value['id']) && isWhole(value['version']);
const isCounters = (value: unknown): value is Fields & { position: number } =>
  isFields(value) && isWhole(value['position']);

const KINDS: ReadonlySet<string> = new Set(LIVE_ROW_KINDS);

/** Rows of the kinds this version knows; null when one of them is no row. */
function readRows<Row extends LiveRemoved>(value: unknown): Row[] | null {
  if (!Array.isArray(value) || !value.every(isPlace)) return null;
  return (value as Row[]).filter(({ kind }) => KINDS.has(kind));
}

function readChange({
  topic,
  epoch,
  position,
  ...news
}: Fields): Extract<ServerFrame, { type: 'change' }> | null {
  const rows = readRows<LiveRow>(news['rows']);
  const removed = readRows<LiveRemoved>(news['removed'] ?? []);
  const counters = news['counters'];
  if (!isText(topic) || !isText(epoch) || !isWhole(position) || rows === null || removed === null)
    return null;
  if (counters === undefined) return { type: 'change', topic, epoch, position, rows, removed };
  return isCounters(counters) ? { type: 'change', topic, epoch, position, rows, removed, counters } : null;
}

const READERS: Readers = {
  welcome: ({ epoch, position }) =>
    isText(epoch) && isWhole(position) ? { type: 'welcome', epoch, position } : null,
  subscribed: ({ topics, position }) =>
    isTopics(topics) && isWhole(position) ? { type: 'subscribed', topics, position } : null,
  refused: ({ topic, code }) => (isText(topic) && isText(code) ? { type: 'refused', topic, code } : null),
  change: readChange,
  resync: ({ topics }) => (isTopics(topics) ? { type: 'resync', topics } : null),
  heartbeat: ({ position }) => (isWhole(position) ? { type: 'heartbeat', position } : null),
};

/** Reads the text of one frame. Never throws: a server of another version may say what this one does not know. */
export function readFrame(text: unknown): Received {
  const fields = parsed(text);
  if (!isFields(fields) || !isText(fields['type'])) return { kind: 'malformed' };
  const { type } = fields;
  if (!Object.hasOwn(READERS, type)) return { kind: 'unknown', type };
  const frame = READERS[type as ServerFrame['type']](fields);
  return frame === null ? { kind: 'malformed' } : { kind: 'frame', frame };
}

function parsed(text: unknown): unknown {
  try {
    return isText(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
