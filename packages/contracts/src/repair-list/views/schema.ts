import { z } from 'zod';
import { envelope, requiredText, text, wireId } from '../../contract/schema.ts';
import { VIEW_LISTS, VIEW_PARAMETERS, VIEW_LENGTH } from '@atelier/domain/repair-list/views/contract.ts';

const viewFilters = z.partialRecord(z.enum(VIEW_PARAMETERS), text(VIEW_LENGTH.parameter));
export type ViewFilters = z.infer<typeof viewFilters>;
const viewName = requiredText(VIEW_LENGTH.name);

export const savedView = z.object({
  id: z.number().int(),
  name: z.string(),
  filters: viewFilters,
  /** Applied when the list is opened without filters; at most one. */
  is_default: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;

export const savedViewsQuery = z.object({ list: z.enum(VIEW_LISTS) });
export const savedViewsResponse = envelope(z.array(savedView));
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
export const savedViewResponse = envelope(savedView);
export const deletedViewResponse = envelope(z.object({ id: z.number().int() }));
