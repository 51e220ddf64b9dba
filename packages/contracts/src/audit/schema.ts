import { z } from 'zod';
import { envelope, listQuery, wireId } from '../contract/schema.ts';
import { subReasonView } from '../reference/schema.ts';
import { settingView } from '../system/schema.ts';
import { CHANGE_KINDS } from '@atelier/domain/audit/administered.ts';

/** `GET /system/changes`: what administrators changed, the newest first. `before` is the last position seen. */
export const changesQuery = z.strictObject({
  before: wireId.optional(),
  kind: z.enum(CHANGE_KINDS).optional(),
  /** The account that did it. */
  person: wireId.optional(),
  page_size: listQuery.shape.page_size,
});
export type ChangesQuery = z.infer<typeof changesQuery>;

/** A value as the log holds it. */
export const loggedValue = z.json();

export const changeView = z.object({
  position: z.number().int(),
  at: z.string(),
  kind: z.enum(CHANGE_KINDS),
  /** Name of the event: the screen has words for each. */
  type: z.string(),
  subject: z.object({
    id: z.number().int().nullable(),
    /** null where the reader may not know it, or there is none. */
    name: z.string().nullable(),
    names: subReasonView.shape.names.nullable(),
    /** Of a configured value: how it is put into words. */
    setting: settingView.pick({ key: true, kind: true, unit: true, status: true }).nullable(),
  }),
  /** Who did it: a person, or the system. */
  actor: z.object({ id: z.number().int().nullable(), kind: z.string(), name: z.string() }),
  worker: z.string().nullable(),
  /** What became of what; a barcode is never shown, nor a person's name to who may not manage accounts. */
  lines: z.array(z.object({ field: z.string(), before: loggedValue, after: loggedValue })),
  hidden: z.boolean(),
  reason: z.string().nullable(),
  effective_at: z.string().nullable(),
});
export type ChangeView = z.infer<typeof changeView>;

/** With the accounts that ever changed anything, to choose from. */
export const changesResponse = envelope(z.array(changeView)).extend({
  people: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** Where to go on; null when that was all. */
  next: z.number().int().nullable(),
});
