import type { DeliveryView, WebhookView } from '@atelier/domain/webhooks/schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../../lib/api/client.ts';

export type { DeliveryView, WebhookView };

export const PAGE_SIZE = 20;
/** Nothing sends the screen word of a delivery. */
const AGAIN_MS = 5_000;

export const WEBHOOKS = ['webhooks'] as const;

export function useWebhooks() {
  return useQuery({
    queryKey: WEBHOOKS,
    queryFn: ({ signal }) => read<WebhookView[]>('/webhook/list', {}, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

export function useDeliveries(id: number, page: number) {
  const query = { id, page, page_size: PAGE_SIZE };
  return useQuery({
    queryKey: [...WEBHOOKS, 'deliveries', query],
    queryFn: ({ signal }) => read<DeliveryView[]>('/webhook/deliveries', query, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
}
