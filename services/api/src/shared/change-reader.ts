import { holdsAny, type Principal } from '@atelier/domain/identity/principal.ts';

/** Names and addresses of accounts and workers are for those who manage them. */
export const changeReaderOf = ({ permissions }: Principal) => ({
  seesAccounts: holdsAny(permissions, 'manage user'),
  seesWorkers: holdsAny(permissions, 'view manage factory worker permission'),
});
