import type { CollectionFormIssue } from '@atelier/contracts/customer-site/first-paint.ts';
import type { CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import type { CollectionKind } from '@atelier/domain/repair/collection/collection-events.ts';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/client.ts';

export interface Decided {
  /** The reference of the customer's link. */
  readonly reference: string;
  readonly language: string;
  readonly onShown: (items: readonly CustomerStatusView[]) => void;
}

interface Time {
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

/** Sends what the holder of the link decides, one at a time; what the server answers is shown at once. */
export function useDecision({ reference, language, onShown }: Decided, first: CollectionFormIssue | null) {
  const [issue, setIssue] = useState(first);
  const [isSending, setSending] = useState(false);
  const run = async (send: () => Promise<readonly CustomerStatusView[] | null>): Promise<boolean> => {
    if (isSending) return false;
    setSending(true);
    setIssue(null);
    try {
      const items = await send();
      if (items !== null) onShown(items);
      return true;
    } catch (error) {
      setIssue(issueOf(error));
      return false;
    } finally {
      setSending(false);
    }
  };
  const link = { rma_id: reference, language };
  const choose = (kind: CollectionKind, shopId: number | null) =>
    run(async () => {
      const body = { ...link, kind, shop_id: shopId };
      return (await call({ method: 'POST', path: '/customer/collection', body, anonymous: true })).data;
    });
  const book = (pickup: Time | null) =>
    run(async () => {
      const body = { ...link, pickup };
      return (await call({ method: 'POST', path: '/customer/pickup', body, anonymous: true })).data;
    });
  return { issue, isSending, choose, book };
}

function issueOf(error: unknown): CollectionFormIssue {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.code === 'pickup_not_offered' || error.code === 'pickup_full') return 'taken';
  return error.status === 429 ? 'busy' : 'failed';
}
