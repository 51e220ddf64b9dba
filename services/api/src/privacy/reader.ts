import { holdsAny, type Principal } from '@atelier/domain/identity/principal.ts';
import { SEES_PERSONS } from '@atelier/domain/privacy/contract.ts';
import type { ErasureReader } from '@atelier/application/privacy/erasures.queries.ts';

/** Notes about a person are shown to accounts that see persons. Auditors see who decided what, and when. */
export const readerOf = ({ permissions }: Principal): ErasureReader => ({
  seesNotes: holdsAny(permissions, SEES_PERSONS),
});
