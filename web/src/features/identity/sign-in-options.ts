import type { SignInOptions } from '@atelier/domain/identity/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/client.ts';

/** Apart from the accounts' queries, which the page of who is not signed in yet does not load. */
export const signInOptionsQuery = () =>
  queryOptions({
    queryKey: ['sign-in', 'options'],
    queryFn: () => call<SignInOptions>({ path: '/auth/options', anonymous: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
