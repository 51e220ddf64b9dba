import type { OutboxEntry } from '@atelier/browser-sync/outbox/outbox.ts';
import { ApiError, isUndecided } from '../../lib/api/api-error.ts';
import { command } from '../../lib/api/client.ts';

/** A remark on its way. Shown as saved with a pending mark until the server has it (design: reliability). */
export interface PendingRemark extends OutboxEntry {
  readonly itemId: number;
  readonly audience: 'shop' | 'operation';
  readonly comment: string;
  readonly email: string;
  readonly at: string;
}

/**
 * What is left of a remark that cannot be kept because its customer was erased: neither its words nor whom it was for, but
 * that it was not sent, until its writer has read so.
 */
export const withoutWords = (remark: PendingRemark): PendingRemark => ({
  ...remark,
  comment: '',
  email: '',
  refusal: 'person_erased',
});

const LATER = new Set([401, 429, 499]);

/** The code of a final refusal. Failures of the server and signed-out people wait. */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.kind !== 'refused' || isUndecided(error)) return null;
  return error.status < 500 && !LATER.has(error.status) ? error.code : null;
}

/** The call of a remark: the shop's or the factory's own (product/calls.md §9). */
export function sendRemark({ key, itemId, audience, comment, email }: PendingRemark): Promise<unknown> {
  const isShop = audience === 'shop';
  return command({
    path: isShop ? '/shopcomment' : '/operationcomment',
    body: isShop ? { id: itemId, comment } : { id: itemId, comment, email },
    idempotencyKey: key,
  });
}
