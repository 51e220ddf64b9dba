import { z } from 'zod';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { envelope, instant, listQuery, wireId } from '../contract/schema.ts';
import { historyEntry } from '../repair-detail/schema.ts';
import { REVIEW_STATES } from '@atelier/domain/audit/review/events.ts';
import { REPLAY_SUBJECTS, parseSubject } from '@atelier/domain/audit/replay-subject.ts';
import { FEED_KINDS } from '@atelier/domain/audit/subjects.ts';
import { UNUSUAL_RULES } from '@atelier/domain/audit/unusual.ts';

/** What a page of the log is asked for: `from` inclusive, `to` exclusive, by when it happened. */
const span = { from: instant.optional(), to: instant.optional() };

/** `item-42`, `config`: whose history is meant. */
export const subjectText = z
  .string()
  .max(40)
  .transform((text, context) => {
    const found = parseSubject(text);
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message: `one of ${REPLAY_SUBJECTS.join('-1, ')}` });
    return z.NEVER;
  });

/** `GET /audit/feed`: what happened, the newest first. `before` is `next` of the page before. */
export const feedQuery = z.strictObject({
  before: wireId.optional(),
  kind: z.enum(FEED_KINDS).optional(),
  site: wireId.optional(),
  /** The account that did it. */
  person: wireId.optional(),
  /** A record's own events; of an account, a worker or a site also what was done by it or there. */
  subject: subjectText.optional(),
  ...span,
  ...momentQuery,
  page_size: listQuery.shape.page_size,
});
export type FeedQuery = z.infer<typeof feedQuery>;

/** An event in the feed: as in a piece's history without its details, and what it belongs to. */
export const feedEntry = historyEntry.omit({ details: true }).extend({
  kind: z.enum(FEED_KINDS),
  /** Name of its stream, `item-42`. */
  stream: z.string(),
  /** The number of the piece, RMA or package; a person's name where the reader may know it. */
  subject: z.string().nullable(),
  /** The server's time; `at` is the time that the sender stated. */
  recorded_at: z.string(),
  actor_id: z.number().int().nullable(),
  /** Which of the cases that its type has words for. */
  code: z.string().nullable(),
});
export type FeedEntry = z.infer<typeof feedEntry>;

export const feedResponse = envelope(z.array(feedEntry)).extend({
  /** `before` of the next page, also when this one is empty; null where the log begins. */
  next: z.number().int().nullable(),
  ...pastEnvelope,
});

const timeZone = z.string().max(60).refine(isTimeZone, { message: 'a time zone of the IANA list' });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** `GET /audit/counts`: how many events of each kind there were, by day of a time zone. */
export const countsQuery = z.strictObject({
  zone: timeZone.default('UTC'),
  site: feedQuery.shape.site,
  ...span,
  ...momentQuery,
});
export type CountsQuery = z.infer<typeof countsQuery>;

const count = z.number().int();
export const feedCounts = z.object({
  /** Counted from here on; null = from the beginning of the log, or of the span. */
  since: z.string().nullable(),
  kinds: z.array(z.object({ kind: z.enum(FEED_KINDS), count })),
  /** `2026-11-20`, the oldest first; days without events are left out. */
  days: z.array(z.object({ day: z.string(), count })),
});
export type FeedCounts = z.infer<typeof feedCounts>;
export const countsResponse = envelope(feedCounts);

/** `GET /audit/unusual`: events out of the ordinary, the newest first, with the rules that name them. */
export const unusualQuery = z.strictObject({
  before: wireId.optional(),
  rule: z.enum(UNUSUAL_RULES).optional(),
  site: wireId.optional(),
  ...span,
  ...momentQuery,
  page_size: listQuery.shape.page_size,
});
export type UnusualQuery = z.infer<typeof unusualQuery>;

/** How far an unusual event is reviewed, with the newest note. */
export const reviewView = z.object({
  state: z.enum(REVIEW_STATES),
  note: z.string().nullable(),
  by: z.string(),
  at: z.string(),
  version: z.number().int(),
});

export const unusualEntry = feedEntry.extend({
  rules: z.array(z.enum(UNUSUAL_RULES)),
  /** Of the site where it happened. */
  time_zone: z.string().nullable(),
  /** Null where no reader of the log has said anything yet: it is open. */
  review: reviewView.nullable(),
});
export type UnusualEntry = z.infer<typeof unusualEntry>;
export const unusualResponse = envelope(z.array(unusualEntry)).extend({
  next: z.number().int().nullable(),
  ...pastEnvelope,
});

/** `POST /audit/unusual/review`: how far the unusual event at a position is reviewed. An explanation needs its note. */
export const reviewBody = z.strictObject({
  position: wireId,
  state: z.enum(REVIEW_STATES),
  note: z.string().trim().min(1).max(1_000).nullable().default(null),
});
export const reviewResponse = envelope(reviewView);
