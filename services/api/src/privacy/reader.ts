import { holdsAny, type Principal } from '@atelier/domain/identity/principal.ts';
import { SEES_PERSONS } from '@atelier/domain/privacy/contract.ts';
import type { ErasureReader } from '@atelier/application/privacy/erasures.queries.ts';

/** What somebody wrote about a person is for those who see persons: auditors see who decided what, and when. */
export const readerOf = ({ permissions }: Principal): ErasureReader => ({
  seesNotes: holdsAny(permissions, SEES_PERSONS),
});
