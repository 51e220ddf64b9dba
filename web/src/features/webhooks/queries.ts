import { useLiveQuery } from '../../shared/queries/live-query.ts';
import { readQuery } from '../../lib/api/read-query.ts';
import type { DeliveryView, WebhookView } from '@atelier/contracts/webhooks/schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../lib/session/use-session.ts';

export type { DeliveryView, WebhookView };

export const PAGE_SIZE = 20;
/** A net beneath the live connection. */
const AGAIN_MS = 30_000;

export const WEBHOOKS = ['webhooks'] as const;

/** Endpoints of the own site, or of every site, and their deliveries. */
function useTopic(): string {
  const { user, site } = useSession().view;
  return `webhooks:${user.user_type === 'admin' ? 0 : (site?.id ?? 0)}`;
}

/** The endpoints, read again as soon as one changes. */
export const useWebhooks = () =>
  useLiveQuery(readQuery(WEBHOOKS, '/webhook/list', {}, { refetchInterval: AGAIN_MS }), [useTopic()]);

export function useDeliveries(id: number, page: number) {
  const query = { id, page, page_size: PAGE_SIZE };
  const options = { placeholderData: keepPreviousData, refetchInterval: AGAIN_MS };
  return useLiveQuery(readQuery([...WEBHOOKS, 'deliveries', query], '/webhook/deliveries', query, options), [
    useTopic(),
  ]);
}

/** What one delivery sends, and whether it may be sent again now. */
export function useSentPayload(id: number, deliveryId: number) {
  return useQuery(
    readQuery([...WEBHOOKS, 'payload', id, deliveryId], '/webhook/delivery', { id, delivery_id: deliveryId }),
  );
}
