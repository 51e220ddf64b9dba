import { type UseMutationOptions, useMutation, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, isUndecided } from './api-error.ts';
import { command, type Answer, type CommandRequest } from './client.ts';
import { newKey } from './new-key.ts';
import { noticeError } from './notice-error.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import type { Method, PathOf } from './calls.ts';

export interface CommandOptions<Input, Data> extends Omit<
  UseMutationOptions<Data, ApiError, Input>,
  'mutationFn' | 'onError'
> {
  /** Codes that the screen says itself (beside a field, in a panel): no notice for them. `'*'` for all. */
  quiet?: readonly string[] | '*' | undefined;
  /** Queries that are read again once the command is done. */
  invalidates?: readonly QueryKey[] | undefined;
  /** Queries that are read again whatever came of it. */
  refreshes?: readonly QueryKey[] | undefined;
  /** The notice once the command is done. */
  done?: string | ((answer: Data, input: Input) => string) | undefined;
  onError?: ((error: ApiError, input: Input) => void) | undefined;
}

/**
 * A command as a mutation. The idempotency key belongs to the intention: while its outcome is unknown (time-out, lost
 * connection, any 5xx, also a proxy's) pressing again repeats the same key, so one press too many is never one effect too
 * many. The version that was seen is no part of it: the command's own effect may have raised it.
 * Errors are shown in the user's language unless the screen sets `quiet`.
 */
export function useCommand<P extends PathOf<M>, Input = void, M extends Method = 'POST'>(
  request: (input: Input) => Omit<CommandRequest<M, P>, 'idempotencyKey'>,
  {
    quiet = [],
    invalidates = [],
    refreshes = [],
    done,
    onError,
    onSuccess,
    ...options
  }: CommandOptions<Input, Answer<M, P>> = {},
) {
  const client = useQueryClient();
  const intention = useRef<{ body: string; key: string } | null>(null);
  return useMutation<Answer<M, P>, ApiError, Input>({
    ...options,
    mutationFn: async (input) => {
      const asked = request(input);
      const body = JSON.stringify({ ...asked, ifMatch: undefined });
      const key = intention.current?.body === body ? intention.current.key : newKey();
      intention.current = { body, key };
      try {
        const answer = await command({ ...asked, idempotencyKey: key });
        intention.current = null;
        return answer;
      } catch (error) {
        if (!isOutcomeUnknown(error)) intention.current = null;
        throw error;
      }
    },
    onSuccess: (answer, input, ...rest) => {
      if (done) notify({ tone: 'good', title: typeof done === 'string' ? done : done(answer, input) });
      for (const queryKey of [...invalidates, ...refreshes]) void client.invalidateQueries({ queryKey });
      return onSuccess?.(answer, input, ...rest);
    },
    onError: (error, input) => {
      for (const queryKey of refreshes) void client.invalidateQueries({ queryKey });
      if (quiet !== '*' && !quiet.includes(error.code)) noticeError(error);
      onError?.(error, input);
    },
  });
}

const isOutcomeUnknown = (error: unknown): boolean =>
  isUndecided(error) || (error instanceof ApiError && error.status >= 500);
