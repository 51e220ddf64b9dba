/** What the log speaks of, as auditors sort it. */
export const FEED_KINDS = [
  'item',
  'rma',
  'shipment',
  'nav',
  'message',
  'account',
  'worker',
  'sign_in',
  'settings',
  'clearing',
  'privacy',
  'export',
  'reading',
  'upkeep',
] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** Streams are named `<prefix>-<id>`; the configuration has one without an id. */
export const STREAM_PREFIXES: readonly (readonly [prefix: string, kind: FeedKind])[] = [
  ['item', 'item'],
  ['rma', 'rma'],
  ['shipment', 'shipment'],
  ['message-wording', 'settings'],
  ['message-choice', 'privacy'],
  ['message', 'message'],
  ['nav', 'nav'],
  ['user', 'account'],
  ['role', 'account'],
  ['credential', 'account'],
  ['worker', 'worker'],
  ['sign-in', 'sign_in'],
  ['session', 'sign_in'],
  ['system-config', 'settings'],
  ['reason', 'settings'],
  ['sub-reason', 'settings'],
  ['table', 'settings'],
  ['clearing-run', 'clearing'],
  ['privacy', 'privacy'],
  ['legal-hold', 'privacy'],
  ['retention', 'privacy'],
  ['export', 'export'],
  ['log-reading', 'export'],
  ['dispute-file', 'export'],
  ['audit-reading', 'reading'],
];

/** Of what kind the events of a stream are; what belongs to no slice of these is upkeep. */
export function kindOfStream(streamId: string): FeedKind {
  const found = STREAM_PREFIXES.find(([prefix]) => `${streamId}-`.startsWith(`${prefix}-`));
  return found?.[1] ?? 'upkeep';
}

/** A regular expression over the names of streams of a kind; of two prefixes that fit, the first says the kind. */
export function streamsOfKind(kind: FeedKind): string {
  const named = (prefixes: readonly string[]): string => `(${prefixes.join('|')})(-|$)`;
  const all = STREAM_PREFIXES.map(([prefix]) => prefix);
  const own = STREAM_PREFIXES.filter(([, of]) => of === kind).map(([prefix]) => prefix);
  if (own.length === 0) return `^(?!${named(all)})`;
  const others = STREAM_PREFIXES.filter(
    ([each, of]) => of !== kind && own.some((one) => each.startsWith(`${one}-`)),
  );
  const not = others.length === 0 ? '' : `(?!${named(others.map(([prefix]) => prefix))})`;
  return `^${not}${named(own)}`;
}
