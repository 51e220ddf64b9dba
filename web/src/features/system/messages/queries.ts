import type { WordingView } from '@atelier/contracts/messages/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../lib/api/client.ts';

/** Senders and templates of messages to customers. */
export const wordingQuery = () =>
  queryOptions({
    queryKey: ['system', 'messages'],
    queryFn: ({ signal }) => read<WordingView>('/system/messages', {}, { signal }),
  });
