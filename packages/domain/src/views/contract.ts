import { z } from 'zod';
import { envelope, requiredText, text, wireId } from '../contract/envelope.ts';

/** The lists that keep views: the shop's own and operation's. */
export const VIEW_LISTS = ['shop', 'operation'] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

/**
 * The parameters of a list's address that a view keeps. Not the search box: a customer's name must not outlive the
 * customer under a name that somebody gave a view.
 */
export const VIEW_PARAMETERS = [
  'bucket',
  'status',
  'from',
  'to',
  'warranty',
  'store_id',
  'site_id',
  'pictures',
  'waived_fee',
  'hold',
  'sort',
  'hide',
] as const;
export type ViewParameter = (typeof VIEW_PARAMETERS)[number];

const viewFilters = z.partialRecord(z.enum(VIEW_PARAMETERS), text(120));
export type ViewFilters = z.infer<typeof viewFilters>;
const viewName = requiredText(60);

export const savedView = z.object({
  id: z.number().int(),
  name: z.string(),
  filters: viewFilters,
  /** Opens by itself when the list is opened without filters; at most one. */
  is_default: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;

export const savedViewsQuery = z.object({ list: z.enum(VIEW_LISTS) });
export const savedViewsAnswer = envelope(z.array(savedView));
export const savedViewParams = z.object({ id: wireId });
export const createViewBody = z.strictObject({
  list: z.enum(VIEW_LISTS),
  name: viewName,
  filters: viewFilters,
  is_default: z.boolean().default(false),
});
export type CreateViewBody = z.infer<typeof createViewBody>;
/** What is not named stays. */
export const changeViewBody = z.strictObject({
  name: viewName.optional(),
  filters: viewFilters.optional(),
  is_default: z.boolean().optional(),
});
export type ChangeViewBody = z.infer<typeof changeViewBody>;
export const savedViewAnswer = envelope(savedView);
export const deletedViewAnswer = envelope(z.object({ id: z.number().int() }));
