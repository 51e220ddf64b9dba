import type { FeedEntry } from './queries.ts';

/** What one row of the feed stands for: a day, an event, or messages about one RMA that follow each other. */
export type FeedLine =
  | { readonly kind: 'day'; readonly day: string; readonly at: string }
  | { readonly kind: 'event'; readonly entry: FeedEntry }
  | { readonly kind: 'messages'; readonly entries: readonly FeedEntry[] };

/** Events, the newest first, under the day on which they were recorded, with messages folded. */
export function feedLines(entries: readonly FeedEntry[], dayOf: (at: string) => string): FeedLine[] {
  const lines: FeedLine[] = [];
  let day = '';
  for (const entry of entries) {
    const own = dayOf(entry.recorded_at);
    if (own !== day) lines.push({ kind: 'day', day: own, at: entry.recorded_at });
    day = own;
    const last = lines.at(-1);
    if (last !== undefined && follows(last, entry)) lines[lines.length - 1] = folded(last, entry);
    else lines.push({ kind: 'event', entry });
  }
  return lines;
}

type Foldable = Exclude<FeedLine, { readonly kind: 'day' }>;
const entriesOf = (line: Foldable): readonly FeedEntry[] =>
  line.kind === 'event' ? [line.entry] : line.entries;

function follows(line: FeedLine, entry: FeedEntry): line is Foldable {
  if (line.kind === 'day' || entry.kind !== 'message' || entry.subject === null) return false;
  const [first] = entriesOf(line);
  return first?.kind === 'message' && first.subject === entry.subject;
}

const folded = (line: Foldable, entry: FeedEntry): FeedLine => ({
  kind: 'messages',
  entries: [...entriesOf(line), entry],
});
