import { Status, statusOf, type CustomerStep, type StatusId } from '../shared/status.ts';

/** From this step on a piece is back in the shop, or with its owner. */
export const READY_STEP = 5 satisfies CustomerStep;

export interface CustomerProgress {
  /** 1..6 of product/customer-page.md §2; a cancelled deposit stays at 1 under its banner. */
  readonly progress: CustomerStep;
  /** 0-based index of the current step. */
  readonly current: number;
  readonly cancelled: boolean;
}

/**
 * The steps reached, newest first, after a move to another: forward adds one; backward, which only an undo can do, takes back
 * those it undid (product/customer-page.md §2).
 */
export function stepsAfter<S extends { readonly progress: number }>(before: readonly S[], step: S): S[] {
  const kept = before.filter((each) => each.progress <= step.progress);
  return kept.some((each) => each.progress === step.progress) ? kept : [step, ...kept];
}

/** What the customer's page shows for a status (product/customer-page.md §2). */
export function customerProgress(status: StatusId): CustomerProgress {
  const progress = statusOf(status).step ?? 1;
  return { progress, current: progress - 1, cancelled: status === Status.Cancelled };
}

/** Whether a paper goes home with a piece: it is back in the shop, with its owner, or was cancelled before it left (product/documents.md §6). */
export function hasHandoverPaper(status: StatusId): boolean {
  const { progress, cancelled } = customerProgress(status);
  return cancelled || progress >= READY_STEP;
}
