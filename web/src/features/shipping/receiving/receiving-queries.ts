import type { ShipmentView } from '@atelier/domain/shipping/schema.ts';
import type { ReceiptView } from '@atelier/domain/shipping/receiving-schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../lib/api/client.ts';

/** A package as it arrives, for both of its ends. */
export const receiptQuery = (tracking: string) =>
  queryOptions({
    queryKey: ['receiving', 'receipt', tracking],
    queryFn: ({ signal }) => read<ReceiptView>('/package/receipt', { tracking_no: tracking }, { signal }),
    retry: false,
  });

const SHOWN = 50;

/** Packages sent here, the newest first: on their way, and those that arrived. */
export const inboundQuery = () =>
  queryOptions({
    queryKey: ['shipping', 'packages', 'inbound'],
    queryFn: ({ signal }) =>
      read<ShipmentView[]>('/packages', { direction: 'inbound', page_size: SHOWN }, { signal }),
  });
