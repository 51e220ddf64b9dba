import { holdsAny, type Principal } from '@atelier/domain/identity/principal.ts';

/** Which changes a person may read in full. */
export const changeRightsOf = ({ permissions }: Principal) => ({
  seesAccounts: holdsAny(permissions, 'manage user'),
  seesWorkers: holdsAny(permissions, 'view manage factory worker permission'),
});
