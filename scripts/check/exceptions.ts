/** A finding that stays, and why. The path may end in a slash: then it stands for the folder. */
export interface Exception {
  readonly rule: 'boundaries' | 'length';
  readonly path: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  {
    rule: 'length',
    path: 'scripts/demo/reference/',
    reason: 'tables of demo data in seven languages: rows, not logic',
  },
];

/** How often a slice reaches the inside of another one, today. This list may only become shorter: the check counts. */
export interface SliceImport {
  /** The workspace and the slice that imports. */
  readonly from: string;
  /** The file it reaches. */
  readonly to: string;
  /** In how many of its files. */
  readonly imports: number;
}

export const sliceImports: readonly SliceImport[] = [
  { from: 'packages/application/exports', to: 'packages/application/src/rma/item-filters.ts', imports: 1 },
  { from: 'packages/application/exports', to: 'packages/application/src/rma/item-view.ts', imports: 1 },
  { from: 'packages/application/live', to: 'packages/application/src/identity/sessions.ts', imports: 1 },
  { from: 'packages/application/live', to: 'packages/application/src/rma/item-view.ts', imports: 2 },
  {
    from: 'packages/application/reminders',
    to: 'packages/application/src/repair/item-command.ts',
    imports: 1,
  },
  {
    from: 'packages/application/system',
    to: 'packages/application/src/audit/admin-changes.projection.ts',
    imports: 1,
  },
  {
    from: 'packages/application/system',
    to: 'packages/application/src/custody/custody.projection.ts',
    imports: 1,
  },
  {
    from: 'packages/application/system',
    to: 'packages/application/src/dashboard/dashboard.projection.ts',
    imports: 2,
  },
  {
    from: 'packages/application/system',
    to: 'packages/application/src/images/item-images.projection.ts',
    imports: 1,
  },
  {
    from: 'packages/application/system',
    to: 'packages/application/src/rma/customer-progress.projection.ts',
    imports: 1,
  },
  {
    from: 'packages/application/system',
    to: 'packages/application/src/rma/search.projection.ts',
    imports: 1,
  },
  { from: 'services/api/documents', to: 'services/api/src/workforce/reveal-badge.ts', imports: 1 },
  { from: 'services/api/exports', to: 'packages/application/src/rma/item-filters.ts', imports: 1 },
  { from: 'services/api/exports', to: 'services/api/src/live/admission.ts', imports: 1 },
  { from: 'services/api/exports', to: 'services/api/src/live/watches.ts', imports: 1 },
  { from: 'services/api/images', to: 'services/api/src/live/admission.ts', imports: 1 },
  { from: 'services/api/live', to: 'packages/application/src/identity/sessions.ts', imports: 3 },
  { from: 'services/api/live', to: 'packages/application/src/rma/item-view.ts', imports: 3 },
  {
    from: 'services/api/live',
    to: 'packages/application/src/system/consistency/difference.commands.ts',
    imports: 1,
  },
  { from: 'services/api/live', to: 'services/api/src/clearing/run-view.ts', imports: 1 },
  { from: 'services/api/live', to: 'services/api/src/exports/export-watch.ts', imports: 1 },
  { from: 'services/api/live', to: 'services/api/src/identity/session-cache.ts', imports: 2 },
  { from: 'services/api/live', to: 'services/api/src/nav/nav-watch.ts', imports: 1 },
  { from: 'services/api/live', to: 'services/api/src/reference/product-import-watch.ts', imports: 1 },
  { from: 'services/api/nav', to: 'services/api/src/live/watches.ts', imports: 1 },
  { from: 'services/api/reference', to: 'services/api/src/images/open-picture.ts', imports: 1 },
  { from: 'services/api/reference', to: 'services/api/src/live/watches.ts', imports: 1 },
  { from: 'services/api/repair', to: 'packages/application/src/rma/item-view.ts', imports: 2 },
  { from: 'services/api/repair', to: 'services/api/src/live/admission.ts', imports: 2 },
  { from: 'services/api/rma', to: 'packages/application/src/identity/failure-count.ts', imports: 1 },
  { from: 'services/api/rma', to: 'services/api/src/live/admission.ts', imports: 4 },
  { from: 'services/api/shipping', to: 'packages/application/src/repair/handover.commands.ts', imports: 1 },
  { from: 'services/api/shipping', to: 'packages/application/src/rma/item-view.ts', imports: 3 },
  { from: 'services/api/shipping', to: 'services/api/src/live/admission.ts', imports: 3 },
  { from: 'services/api/transfer', to: 'packages/application/src/rma/item-view.ts', imports: 1 },
  { from: 'services/api/transfer', to: 'services/api/src/live/admission.ts', imports: 1 },
  { from: 'services/api/workforce', to: 'services/api/src/identity/passwords.ts', imports: 1 },
  { from: 'services/workers/system', to: 'packages/application/src/images/sweep-uploads.ts', imports: 1 },
  { from: 'web/custody', to: 'web/src/features/rma/detail/rma-panel.tsx', imports: 1 },
  { from: 'web/dashboard', to: 'web/src/features/repair/decisions/difference.ts', imports: 1 },
  { from: 'web/repair', to: 'web/src/features/images/camera-scan.tsx', imports: 1 },
  { from: 'web/repair', to: 'web/src/features/images/gallery-part.tsx', imports: 1 },
  { from: 'web/repair', to: 'web/src/features/images/image-field.tsx', imports: 1 },
  { from: 'web/repair', to: 'web/src/features/rma/detail/reading.ts', imports: 2 },
  { from: 'web/repair', to: 'web/src/features/shipping/reason-dialog.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/custody/custody-part.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/documents/lazy-print.tsx', imports: 3 },
  { from: 'web/rma', to: 'web/src/features/exports/export-button.tsx', imports: 2 },
  { from: 'web/rma', to: 'web/src/features/images/gallery-part.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/images/image-field.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/repair/decisions/addressee-field.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/repair/decisions/difference-part.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/repair/decisions/difference.ts', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/repair/decisions/fee-change.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/repair/decisions/findings-dialog.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/repair/decisions/follow-ups-part.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/repair/decisions/hold-dialog.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/repair/decisions/hold-rules.ts', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/repair/decisions/override-fee-dialog.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/repair/decisions/replace-dialog.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/repair/decisions/request-waiver-dialog.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/repair/decisions/return-dialog.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/repair/decisions/waiver-note.tsx', imports: 1 },
  { from: 'web/rma', to: 'web/src/features/shipping/deliver-dialog.tsx', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/documents/lazy-print.tsx', imports: 3 },
  { from: 'web/shipping', to: 'web/src/features/images/camera-scan.tsx', imports: 4 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/clean-code.ts', imports: 3 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/manual-entry.tsx', imports: 3 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/pieces-panel.tsx', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/pieces-to-save.tsx', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/quality-panel.tsx', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/review-tray.tsx', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/row-problems.tsx', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/saved-strip.tsx', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/scan-lines.ts', imports: 3 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/scan-meter.tsx', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/stage-of.ts', imports: 2 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/use-clear.ts', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/use-findings.ts', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/use-save.ts', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/use-scan-items.ts', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/use-scan-session.ts', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/use-undo.ts', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/use-validates-on-scan.ts', imports: 1 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/verdict-panel.tsx', imports: 3 },
  { from: 'web/shipping', to: 'web/src/features/repair/scan/verdict-state.ts', imports: 2 },
  { from: 'web/shipping', to: 'web/src/features/rma/detail/reject-dialog.tsx', imports: 1 },
  { from: 'web/transfer', to: 'web/src/features/images/camera-scan.tsx', imports: 1 },
  { from: 'web/workforce', to: 'web/src/features/documents/fetch-paper.ts', imports: 1 },
  { from: 'web/workforce', to: 'web/src/features/documents/print-file.ts', imports: 1 },
];

/** Files, or folders, that import each other in a circle. A listedCycle may only become smaller. */
export const cycles: readonly (readonly string[])[] = [
  [
    'services/api/src/caller.ts',
    'services/api/src/clearing',
    'services/api/src/deps.ts',
    'services/api/src/exports',
    'services/api/src/identity',
    'services/api/src/images',
    'services/api/src/live',
    'services/api/src/metrics.ts',
    'services/api/src/nav',
    'services/api/src/plugins',
    'services/api/src/reference',
    'services/api/src/route.ts',
  ],
  [
    'services/api/src/deps.ts',
    'services/api/src/identity/session-cache.ts',
    'services/api/src/live/hub.ts',
    'services/api/src/live/memory-checks.ts',
    'services/api/src/live/service.ts',
    'services/api/src/live/session-watch.ts',
    'services/api/src/metrics.ts',
    'services/api/src/plugins/guard.ts',
    'services/api/src/plugins/limits.ts',
    'services/api/src/route.ts',
  ],
  ['services/workers/src/jobs', 'services/workers/src/system'],
  ['web/src/app/layout/nav-system.ts', 'web/src/app/layout/nav.ts'],
  [
    'web/src/features/custody',
    'web/src/features/repair',
    'web/src/features/rma',
    'web/src/features/shipping',
  ],
  ['web/src/features/dashboard/weeks-chart.tsx', 'web/src/features/dashboard/weeks-panel.tsx'],
  [
    'web/src/features/exports/export-button.tsx',
    'web/src/features/exports/export-dialog.tsx',
    'web/src/features/exports/export-queries.ts',
    'web/src/features/exports/my-exports.tsx',
  ],
  ['web/src/features/images/camera-panel.tsx', 'web/src/features/images/camera-scan.tsx'],
  ['web/src/features/images/image-field-body.tsx', 'web/src/features/images/image-field.tsx'],
  ['web/src/features/images/image-gallery.tsx', 'web/src/features/images/lightbox.tsx'],
  [
    'web/src/features/rma/create/created-panel.tsx',
    'web/src/features/rma/create/load-sending.ts',
    'web/src/features/rma/create/use-create-form.ts',
  ],
  [
    'web/src/features/rma/create/parts/fake-report.tsx',
    'web/src/features/rma/create/parts/form-images-body.tsx',
    'web/src/features/rma/create/parts/form-images.tsx',
    'web/src/features/rma/create/parts/gold-part.tsx',
    'web/src/features/rma/create/parts/lazy-sometimes.tsx',
    'web/src/features/rma/create/parts/sometimes.tsx',
  ],
  [
    'web/src/features/rma/detail/action-bar.tsx',
    'web/src/features/rma/detail/reject-dialog.tsx',
    'web/src/features/rma/detail/rma-detail.tsx',
    'web/src/features/rma/detail/rma-panel.tsx',
  ],
  ['web/src/features/shipping/batch-page.tsx', 'web/src/features/shipping/batch-row.tsx'],
  ['web/src/features/system/places-field.tsx', 'web/src/features/system/value-field.tsx'],
];

/** An export of the product that stays although only tests import it, and why. This list may only become shorter. */
export interface TestOnly {
  readonly path: string;
  readonly name: string;
  readonly reason: string;
}

const ERASURE =
  'erasing a person is tried as a whole; the command that an operator gives is still to be built on it';

export const testOnly: readonly TestOnly[] = [
  {
    path: 'packages/event-store/src/keys/erasure-ledger.ts',
    name: 'createFileErasureLedger',
    reason: ERASURE,
  },
  { path: 'packages/event-store/src/keys/erasure-ledger.ts', name: 'eraseSubject', reason: ERASURE },
  { path: 'packages/event-store/src/keys/erasure-ledger.ts', name: 'reapplyErasures', reason: ERASURE },
  { path: 'packages/application/src/read-models/forget.ts', name: 'forgetInReadModels', reason: ERASURE },
  {
    path: 'packages/application/src/dashboard/stats.queries.ts',
    name: 'dashboardAsOf',
    reason: 'the dashboard of a past moment is answered and tried; no screen or call asks for it yet',
  },
];
