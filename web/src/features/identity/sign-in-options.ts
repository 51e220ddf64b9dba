import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/client.ts';

/** How soon the page turns normal once the first account is there. */
const FIRST_ACCOUNT_MS = 5_000;

/** Apart from the accounts' queries, which the page of who is not signed in yet does not load. */
export const signInOptionsQuery = () =>
  queryOptions({
    queryKey: ['sign-in', 'options'],
    queryFn: () => call({ path: '/auth/options', anonymous: true }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.data?.no_account === true ? FIRST_ACCOUNT_MS : false),
  });
