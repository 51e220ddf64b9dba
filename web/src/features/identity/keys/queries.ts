import { readQuery } from '../../../lib/api/read-query.ts';
import type { ApiKeyView, MadeApiKey } from '@atelier/contracts/identity/api-key-schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export type { ApiKeyView, MadeApiKey };

export const PAGE_SIZE = 25;
/** Nothing sends the screen word of a key's use. */
const AGAIN_MS = 30_000;

export const API_KEYS = ['api-keys'] as const;

export function useApiKeys(page: number) {
  const query = { page, page_size: PAGE_SIZE };
  return useQuery(
    readQuery([...API_KEYS, query], '/api_key/list', query, {
      placeholderData: keepPreviousData,
      refetchInterval: AGAIN_MS,
    }),
  );
}
