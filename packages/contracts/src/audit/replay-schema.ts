import { z } from 'zod';
import { envelope, instant, listQuery, wireId } from '../contract/schema.ts';
import { paperLanguage } from '../documents/schema.ts';
import { feedEntry, subjectText } from './feed-schema.ts';
import { REPLAY_SUBJECTS } from '@atelier/domain/audit/replay-subject.ts';
import { changeView, loggedValue } from './schema.ts';

/** `GET /audit/replay`: the history of a subject, the oldest first, page by page. `beyond` is `next` of the page before. */
export const replayQuery = z.strictObject({
  subject: subjectText,
  from: instant.optional(),
  to: instant.optional(),
  beyond: wireId.optional(),
  page_size: listQuery.shape.page_size,
});
export type ReplayQuery = z.infer<typeof replayQuery>;

/** `GET /audit/replay/file`: all of a span as a signed archive; `at` is the position of the event that is shown. */
export const replayFileQuery = z.strictObject({
  subject: subjectText,
  from: instant.optional(),
  to: instant.optional(),
  at: wireId.optional(),
  language: paperLanguage.optional(),
});
export type ReplayFileQuery = z.infer<typeof replayFileQuery>;

/** An event of a replay: what the feed says, what it made of what, and where it stands in the chain. */
export const replayEvent = feedEntry.extend({
  lines: changeView.shape.lines,
  /** What the event itself says beside its lines: a remark's words, a payment. Of what is no piece's, codes and numbers alone. */
  held: z.record(z.string(), loggedValue),
  /** Of a configured value: which setting it is. */
  setting: changeView.shape.subject.shape.setting,
  /** Some lines are for those who manage accounts or workers. */
  hidden: z.boolean(),
  event_id: z.string(),
  command_id: z.string(),
  correlation_id: z.string().nullable(),
  causation_id: z.string().nullable(),
  hash: z.string(),
});
export type ReplayEvent = z.infer<typeof replayEvent>;

export const replayView = z.object({
  events: z.array(replayEvent),
  /** Per stream, its file before the first of these events. */
  files: z.record(z.string(), z.record(z.string(), loggedValue)),
  /** Of a site's first page: the pieces that stood there before the first of these events, by stream. */
  standing: z.record(z.string(), z.record(z.string(), loggedValue)),
  /** What streams are called. */
  name: z.string().nullable(),
});
export const replayResponse = envelope(replayView).extend({ next: z.number().int().nullable() });
export type ReplayView = z.infer<typeof replayView>;

/** `GET /audit/related`: what was written with an event, or because of it. */
export const relatedQuery = z.strictObject({ position: wireId });
export const relatedResponse = envelope(z.array(feedEntry));

/** `GET /audit/subject`: which record a number names. */
export const subjectQuery = z.strictObject({ q: z.string().trim().min(1).max(60) });
export const subjectResponse = envelope(
  z.array(z.object({ kind: z.enum(REPLAY_SUBJECTS), id: z.number().int(), name: z.string() })),
);
