/**
 * Every slice's tables in one place, above all slices. The programs of this project name this file in their tsconfig, so
 * that `Database` is whole wherever it is asked. A slice adds its line here.
 */
export type { AdminChangeTable } from './audit/admin-changes.table.ts';
export type { UnusualReviewTable } from './audit/review/review.table.ts';
export type { LogVerificationTable } from './audit/verification/verification.table.ts';
export type { ClearingRunTable } from './clearing/clearing-run.table.ts';
export type { RestoreTable } from './system/backups/backups.table.ts';
export type { DifferenceTable } from './system/consistency/consistency.table.ts';
export type { InstalledSettingTable } from './system/installed-settings.table.ts';
export type { CustodySpanTable } from './custody/custody.table.ts';
export type { CountedItemTable } from './dashboard/dashboard.table.ts';
export type { ExportTable } from './exports/export.table.ts';
export type { ExportPartTable } from './exports/export-parts.table.ts';
export type { RoleRow } from './identity/identity.table.ts';
export type { SiteNetworksTable } from './identity/site-networks.table.ts';
export type { ImageUploadTable } from './images/image-uploads.table.ts';
export type { ItemSpanTable } from './dashboard/item-span.table.ts';
export type { StageStaysTable } from './insight/stage-stays.table.ts';
export type { RuleDecisionsTable } from './insight/rule-decisions.table.ts';
export type { WeightIntervalsTable } from './insight/weight-intervals.table.ts';
export type { PieceFactsTable } from './insight/piece-facts.table.ts';
export type { MessageTable } from './messages/message.table.ts';
export type { NavDocumentTable } from './nav/nav-document.table.ts';
export type { ErasureTable } from './privacy/privacy.table.ts';
export type { CheckpointTable } from './projections/projections.table.ts';
export type { ProductImportTable } from './reference/product-import/product-import.table.ts';
export type { ReferenceTables } from './reference/reference.table.ts';
export type { ItemTable } from './repair/item-row.table.ts';
export type { ProgressStep } from './customer-site/customer-progress.table.ts';
export type { SignSessionTable } from './customer-site/sign-sessions.table.ts';
export type { RmaTable } from './deposit/rma-row.table.ts';
export type { ShipmentTable } from './shipping/shipment-row.table.ts';
export type { SavedViewTable } from './repair-list/views/saved-views.table.ts';
export type { WebhookTable } from './webhooks/webhooks.table.ts';
export type { WorkerTable } from './workforce/workforce.table.ts';
