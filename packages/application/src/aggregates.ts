import {
  evolveUnusualReview,
  initialUnusualReview,
  toUnusualReviewRow,
} from '@atelier/domain/audit/review/review.ts';
import {
  evolveLogVerification,
  initialLogVerification,
  toLogVerificationRow,
} from '@atelier/domain/audit/verification/verification.ts';
import { evolveClearingRun, initialClearingRun, toClearingRunRow } from '@atelier/domain/clearing/run.ts';
import {
  evolveDifference,
  initialDifference,
  toDifferenceRow,
} from '@atelier/domain/system/consistency/difference.ts';
import { evolveExport, initialExport, toExportRow } from '@atelier/domain/exports/export.ts';
import { evolveErasure, initialErasure, toErasureRow } from '@atelier/domain/privacy/erasure.ts';
import { evolveLegalHold, initialLegalHold, toLegalHoldRow } from '@atelier/domain/privacy/legal-hold.ts';
import {
  evolvePersonExport,
  initialPersonExport,
  toPersonExportRow,
} from '@atelier/domain/privacy/person-export.ts';
import {
  evolveRetentionRun,
  initialRetentionRun,
  toRetentionRunRow,
} from '@atelier/domain/privacy/retention-run.ts';
import {
  evolveProposal,
  initialProposal,
  toProposalRow,
} from '@atelier/domain/privacy/retention-schedule.ts';
import { evolveRole, initialRole, toRoleRow } from '@atelier/domain/identity/role.ts';
import { evolveUser, initialUser, toUserRow } from '@atelier/domain/identity/user.ts';
import { evolveMessage, initialMessage, toMessageRow } from '@atelier/domain/messages/message.ts';
import { evolveNavDocument, initialNavDocument, toNavDocumentRow } from '@atelier/domain/nav/document.ts';
import {
  evolveProductImport,
  initialProductImport,
  toProductImportRow,
} from '@atelier/domain/reference/product-import/product-import.ts';
import { evolveItem } from '@atelier/domain/repair/evolve.ts';
import { initialItem } from '@atelier/domain/repair/item/item.ts';
import { toItemRow } from '@atelier/domain/repair/row.ts';
import { evolveRma, initialRma } from '@atelier/domain/deposit/rma.ts';
import { toRmaRow } from '@atelier/domain/deposit/row.ts';
import { toShipmentRow } from '@atelier/domain/shipping/row.ts';
import { evolveShipment, initialShipment } from '@atelier/domain/shipping/shipment.ts';
import { evolveWebhook, initialWebhook, toWebhookRow } from '@atelier/domain/webhooks/endpoint.ts';
import { evolveWorker, initialWorker, toWorkerRow } from '@atelier/domain/workforce/worker.ts';
import {
  evolveWorkerRole,
  initialWorkerRole,
  toWorkerRoleRow,
} from '@atelier/domain/workforce/worker-role.ts';
import type { DomainEvent, InlineRow } from '@atelier/event-store/types.ts';

/** How one kind of stream is folded, and which inline row its history becomes. Streams are named `<prefix>-<id>`. */
export interface Aggregate<State> {
  readonly prefix: string;
  readonly table: string;
  stateOf(events: readonly DomainEvent[]): State;
  /** The state after more events of the same stream. */
  evolve(state: State, events: readonly DomainEvent[]): State;
  /** undefined while the stream has no state to show. */
  rowOf(events: readonly DomainEvent[]): InlineRow | undefined;
  /** The row of a state already folded. */
  rowOfState(state: State): InlineRow | undefined;
}

function aggregate<State extends { readonly kind: string }, Event, Present extends State>(
  prefix: string,
  table: string,
  initialState: State,
  evolve: (state: State, event: Event) => State,
  toRow: (state: Present) => object,
): Aggregate<State> {
  const isPresent = (state: State): state is Present => state.kind !== initialState.kind;
  // Folds take their own events only; the stream's name says that no others stand in it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const step = (state: State, event: DomainEvent) => evolve(state, event as Event);
  const evolveAll = (state: State, events: readonly DomainEvent[]) => events.reduce(step, state);
  const stateOf = (events: readonly DomainEvent[]) => evolveAll(initialState, events);
  const rowOfState = (state: State) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows are plain objects with a column each
    isPresent(state) ? { table, values: toRow(state) as InlineRow['values'] } : undefined;
  const rowOf = (events: readonly DomainEvent[]) => rowOfState(stateOf(events));
  return { prefix, table, stateOf, evolve: evolveAll, rowOf, rowOfState };
}

export const itemAggregate = aggregate('item', 'item_row', initialItem, evolveItem, toItemRow);
export const rmaAggregate = aggregate('rma', 'rma_row', initialRma, evolveRma, toRmaRow);
export const shipmentAggregate = aggregate(
  'shipment',
  'shipment_row',
  initialShipment,
  evolveShipment,
  toShipmentRow,
);
export const clearingRunAggregate = aggregate(
  'clearing-run',
  'clearing_run_row',
  initialClearingRun,
  evolveClearingRun,
  toClearingRunRow,
);
export const exportAggregate = aggregate('export', 'export_row', initialExport, evolveExport, toExportRow);
export const navAggregate = aggregate(
  'nav',
  'nav_document_row',
  initialNavDocument,
  evolveNavDocument,
  toNavDocumentRow,
);
export const messageAggregate = aggregate(
  'message',
  'message_row',
  initialMessage,
  evolveMessage,
  toMessageRow,
);
export const productImportAggregate = aggregate(
  'product-import',
  'product_import_row',
  initialProductImport,
  evolveProductImport,
  toProductImportRow,
);
export const differenceAggregate = aggregate(
  'difference',
  'difference_row',
  initialDifference,
  evolveDifference,
  toDifferenceRow,
);
export const logVerificationAggregate = aggregate(
  'log-verification',
  'log_verification_row',
  initialLogVerification,
  evolveLogVerification,
  toLogVerificationRow,
);
export const unusualReviewAggregate = aggregate(
  'unusual-review',
  'unusual_review_row',
  initialUnusualReview,
  evolveUnusualReview,
  toUnusualReviewRow,
);
export const erasureAggregate = aggregate(
  'privacy-request',
  'privacy_request_row',
  initialErasure,
  evolveErasure,
  toErasureRow,
);
export const legalHoldAggregate = aggregate(
  'legal-hold',
  'legal_hold_row',
  initialLegalHold,
  evolveLegalHold,
  toLegalHoldRow,
);
export const personExportAggregate = aggregate(
  'privacy-export',
  'privacy_export_row',
  initialPersonExport,
  evolvePersonExport,
  toPersonExportRow,
);
export const proposalAggregate = aggregate(
  'retention-schedule',
  'retention_schedule_row',
  initialProposal,
  evolveProposal,
  toProposalRow,
);
export const retentionRunAggregate = aggregate(
  'retention-run',
  'retention_run_row',
  initialRetentionRun,
  evolveRetentionRun,
  toRetentionRunRow,
);
export const webhookAggregate = aggregate(
  'webhook',
  'webhook_row',
  initialWebhook,
  evolveWebhook,
  toWebhookRow,
);
export const userAggregate = aggregate('user', 'users', initialUser, evolveUser, toUserRow);
export const roleAggregate = aggregate('role', 'roles', initialRole, evolveRole, toRoleRow);
export const workerAggregate = aggregate('worker', 'worker_row', initialWorker, evolveWorker, toWorkerRow);
export const workerRoleAggregate = aggregate(
  'worker-role',
  'worker_role_row',
  initialWorkerRole,
  evolveWorkerRole,
  toWorkerRoleRow,
);

/** Every kind of stream with an inline row: what appends write and a rebuild writes again. */
export const AGGREGATES = [
  itemAggregate,
  rmaAggregate,
  shipmentAggregate,
  clearingRunAggregate,
  exportAggregate,
  navAggregate,
  messageAggregate,
  productImportAggregate,
  differenceAggregate,
  logVerificationAggregate,
  unusualReviewAggregate,
  erasureAggregate,
  legalHoldAggregate,
  personExportAggregate,
  proposalAggregate,
  retentionRunAggregate,
  webhookAggregate,
] as const;

/**
 * Kinds whose inline row other tables refer to, or sign-in depends on: checked and repaired row by row, never swapped
 * for a table built beside it.
 */
export const ACCOUNT_AGGREGATES = [
  userAggregate,
  roleAggregate,
  workerAggregate,
  workerRoleAggregate,
] as const;

const byPrefix: ReadonlyMap<string, Aggregate<unknown>> = new Map(
  [...AGGREGATES, ...ACCOUNT_AGGREGATES].map((kind) => [kind.prefix, kind]),
);

/** The kind a stream's name begins with; undefined for streams without an inline row. */
export function aggregateOf(streamId: string): Aggregate<unknown> | undefined {
  const dash = streamId.lastIndexOf('-');
  return /^\d+$/.test(streamId.slice(dash + 1)) ? byPrefix.get(streamId.slice(0, dash)) : undefined;
}

/** The inline row of a stream after these events; undefined for streams that have none. */
export function inlineRowOf(streamId: string, events: readonly DomainEvent[]): InlineRow | undefined {
  return aggregateOf(streamId)?.rowOf(events);
}
