import { z } from 'zod';
import { instant } from './schema.ts';

/** What every read of a past moment takes beside its own parameters (docs/product/audit.md §2). */
export const momentQuery = {
  /** What was true then. */
  as_of: instant.optional(),
  /** Only what the system had recorded by then. */
  known_at: instant.optional(),
};
export interface MomentQuery {
  readonly as_of?: string | undefined;
  readonly known_at?: string | undefined;
}

/** The moment that a response shows; left out of one that shows today. A null axis is open: everything up to now. */
export const momentView = z.object({ as_of: z.string().nullable(), known_at: z.string().nullable() });
export type MomentView = z.infer<typeof momentView>;

/** In the envelope, beside the data. */
export const pastEnvelope = { moment: momentView.optional() };
