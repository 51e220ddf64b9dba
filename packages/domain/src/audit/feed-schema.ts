import { z } from 'zod';
import { envelope, instant, listQuery, wireId } from '../contract/schema.ts';
import { historyEntry } from '../rma/schema.ts';
import { FEED_KINDS } from './subjects.ts';
import { UNUSUAL_RULES } from './unusual.ts';

/** What a page of the log is asked for: `from` inclusive, `to` exclusive, by when it happened. */
const span = { from: instant.optional(), to: instant.optional() };

/** `GET /audit/feed`: what happened, the newest first. `before` is `next` of the page before. */
export const feedQuery = z.strictObject({
  before: wireId.optional(),
  kind: z.enum(FEED_KINDS).optional(),
  site: wireId.optional(),
  /** The account that did it. */
  person: wireId.optional(),
  ...span,
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
  /** The server's own time, beside `at`, which is when it happened by whoever sent it. */
  recorded_at: z.string(),
  actor_id: z.number().int().nullable(),
  /** Which of the cases that its type has words for. */
  code: z.string().nullable(),
});
export type FeedEntry = z.infer<typeof feedEntry>;

export const feedResponse = envelope(z.array(feedEntry)).extend({
  /** `before` of the next page, also when this one is empty; null where the log begins. */
  next: z.number().int().nullable(),
});

/** `GET /audit/unusual`: events out of the ordinary, the newest first, with the rules that name them. */
export const unusualQuery = z.strictObject({
  before: wireId.optional(),
  rule: z.enum(UNUSUAL_RULES).optional(),
  site: wireId.optional(),
  ...span,
  page_size: listQuery.shape.page_size,
});
export type UnusualQuery = z.infer<typeof unusualQuery>;

export const unusualEntry = feedEntry.extend({ rules: z.array(z.enum(UNUSUAL_RULES)) });
export type UnusualEntry = z.infer<typeof unusualEntry>;
export const unusualResponse = envelope(z.array(unusualEntry)).extend({
  next: z.number().int().nullable(),
});
