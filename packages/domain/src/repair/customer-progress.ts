import { Status, statusOf } from '../shared/status.ts';
import type { CustomerStep, StatusId } from '../shared/status.ts';

export interface CustomerProgress {
  /** 1..6 of product/customer-page.md §2; a cancelled deposit stays at 1 under its banner. */
  readonly progress: CustomerStep;
  /** 0-based index of the current step. */
  readonly current: number;
  readonly cancelled: boolean;
}

/** What the customer's page shows for a status (product/customer-page.md §2). */
export function customerProgress(status: StatusId): CustomerProgress {
  const progress = statusOf(status).step ?? 1;
  return { progress, current: progress - 1, cancelled: status === Status.Cancelled };
}
