import type { CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/client.ts';

/** What the customer asks by: the link's unguessable reference, or a number with the last four digits of the phone. */
export interface Lookup {
  rma_id: string;
  phone_last4?: string | undefined;
}

export type Found = { kind: 'found'; items: readonly CustomerStatusView[]; etag: string | null };
export type Outcome = Found | { kind: 'same' } | { kind: 'unknown' } | { kind: 'failed' };

/** `GET /rma/currenct/status` (product/customer-page.md §1). Unknown, wrong and not allowed look alike, as the server answers them alike. */
export async function readStatus(
  lookup: Lookup,
  language: string,
  etag: string | null,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const answer = await call({
      path: '/rma/currenct/status',
      query: { ...lookup, language },
      anonymous: true,
      signal,
      ...(etag && { ifNoneMatch: etag }),
    });
    if (answer.notModified) return { kind: 'same' };
    if (!answer.success || !answer.data?.length) return { kind: 'unknown' };
    return { kind: 'found', items: answer.data, etag: answer.etag };
  } catch (error) {
    const unknown = error instanceof ApiError && [400, 401, 403, 404].includes(error.status);
    return { kind: unknown ? 'unknown' : 'failed' };
  }
}
