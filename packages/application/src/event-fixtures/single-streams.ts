import { at, by, profile, inAllLanguages, type AnyEvent } from './fixture-facts.ts';
import { logStreams } from './log-streams.ts';
import { messageStreams } from './message-streams.ts';
import { recordedStreams } from './recorded-streams.ts';
import { privacyStreams } from './privacy-streams.ts';
import { webhookStreams } from './webhook-streams.ts';

/** Histories that stand for themselves, stream by stream. */
export const singleStreams: Readonly<Record<string, readonly AnyEvent[]>> = {
  ...recordedStreams,
  'sub-reason-9': [
    {
      type: 'SubReasonSaved',
      data: {
        subReasonId: 9,
        reasonId: 2,
        names: inAllLanguages('Griffe usée'),
        descriptions: inAllLanguages(''),
        sort: 3,
        active: true,
        warranty: false,
        at,
      },
    },
  ],
  'reason-2': [
    {
      type: 'ReasonSwitched',
      data: { reasonId: 2, names: inAllLanguages('鑲嵌'), sort: 1, active: false, at },
    },
  ],
  'user-7': [
    {
      type: 'UserOpened',
      data: { userType: 'shop', siteId: 1, roles: ['shop'], userId: 7, userRef: 'user-golden', profile, at },
    },
    { type: 'UserProfileChanged', data: { userRef: 'user-golden', profile, at } },
    { type: 'UserPlaceChanged', data: { userType: 'operation', siteId: 30, roles: [], at } },
    { type: 'UserDeactivated', data: { at } },
    { type: 'UserReactivated', data: { at } },
    { type: 'UserPasswordChanged', data: { at } },
    { type: 'UserSessionsRevoked', data: { at } },
    { type: 'UserUnlocked', data: { at } },
    { type: 'UserSecondFactorEnrolled', data: { at } },
    { type: 'UserRecoveryCodeUsed', data: { left: 9, at } },
    { type: 'UserSecondFactorReset', data: { at } },
    { type: 'UserIdentityLinked', data: { issuer: 'https://login.example', at } },
  ],
  'user-8': [
    {
      type: 'ApiKeyMade',
      data: {
        userId: 8,
        name: 'Boutique en ligne',
        permissions: ['export'],
        userType: 'shop',
        siteId: 1,
        expiresAt: '2027-03-02T00:00:00.000Z',
        madeBy: 7,
        at,
      },
    },
    { type: 'ApiKeyRevoked', data: { at } },
  ],
  'role-3': [
    { type: 'RoleDefined', data: { roleId: 3, name: 'shop', permissions: ['audit replay'], at } },
    { type: 'RolePermissionsChanged', data: { permissions: [], at } },
  ],
  'audit-reading-golden': [{ type: 'AuditReading', data: { subject: 'item-42', call: 'GET /rma/item', at } }],
  'sign-in-golden': [
    {
      type: 'SignInFailed',
      data: { userId: null, account: 'a1', address: 'b2', why: 'wrong_password', failures: 2, at },
    },
    {
      type: 'SignInFailed',
      data: { userId: 7, account: 'a1', address: 'b2', why: 'wrong_pin', failures: 2, workerId: 12, at },
    },
  ],
  'session-golden': [
    { type: 'SignedIn', data: { userId: 7, how: 'password', account: 'a1', address: 'b2', at } },
    { type: 'WorkerSignedIn', data: { workerId: 12, at } },
    { type: 'WorkerSignedOut', data: { workerId: 12, at } },
    { type: 'SignedOut', data: { userId: 7, at } },
  ],
  'worker-12': [
    {
      type: 'WorkerRegistered',
      data: {
        workerId: 12,
        workerRef: 'worker-golden',
        workId: 'W0012',
        department: 'polishing',
        roleKey: 'polisher',
        siteId: 30,
        profile: { name: 'Ana', barcode: '0000012' },
        at,
      },
    },
    { type: 'WorkerDeactivated', data: { at } },
    { type: 'WorkerReactivated', data: { at } },
    {
      type: 'WorkerChanged',
      data: {
        workerRef: 'worker-golden',
        workId: 'W0013',
        department: 'plating',
        roleKey: 'plater',
        siteId: 31,
        profile: { name: 'Ana María', barcode: '0000013' },
        at,
      },
    },
    { type: 'WorkerPinChanged', data: { isSet: true, at } },
    { type: 'WorkerBadgeRevealed', data: { how: 'printed', at } },
  ],
  'difference-9': [
    {
      type: 'DifferenceFound',
      data: {
        differenceId: 9,
        table: 'custody_spans',
        key: 'item_id=2 piece=0 entered_position=17',
        kind: 'outdated',
        columns: ['left_at', 'version'],
        streamId: 'item-2',
        version: 4,
        position: 21,
        at,
      },
    },
    { type: 'DifferenceRepaired', data: { how: 'rewritten', at } },
  ],
  ...privacyStreams,
  ...webhookStreams,
  'unknown-scan-golden': [
    { type: 'UnknownCodeScanned', data: { code: 'PAR-000999', target: 5, siteId: 30, at, by } },
  ],
  ...messageStreams,
  'nav-1000': [
    {
      type: 'NavDocumentRequested',
      data: { shipmentId: 1000, trackingNumber: 'TRK-1000', storeId: 7, itemIds: [1, 2], at, by },
    },
    { type: 'NavDocumentWithdrawn', data: { at } },
    { type: 'NavRetryRequested', data: { reason: 'réessayer\nvite', at, by } },
    { type: 'NavSendingStarted', data: { attempt: 1, at } },
    { type: 'NavSendingPostponed', data: { code: '429', message: 'Too many', until: at, at } },
    { type: 'NavSendingStarted', data: { attempt: 2, at } },
    { type: 'NavDocumentRejected', data: { code: 'BadRequest', message: 'client bloqué', at } },
    { type: 'NavDocumentSkipped', data: { reason: 'saisi à la main', at, by } },
    { type: 'NavSendingStarted', data: { attempt: 3, at } },
    { type: 'NavOutcomeUnknown', data: { code: 'timeout', message: '', at } },
    { type: 'NavAttentionRaised', data: { because: 'package_taken_back', at } },
    { type: 'NavAttentionCleared', data: { at } },
    { type: 'NavDocumentSent', data: { navId: 'nav-id', navNumber: '101001', byAsking: true, at } },
  ],
  ...logStreams,
  'product-import-9': [
    { type: 'ProductImportRequested', data: { importId: 9, skus: ['LU-100', 'LU-900'], at, by } },
    {
      type: 'ProductImportLinesTaken',
      data: {
        lines: [
          { sku: 'LU-100', result: 'created', code: null },
          { sku: 'LU-900', result: 'not_found', code: null },
        ],
        at,
      },
    },
    { type: 'ProductImportFinished', data: { at } },
  ],
  'reference-row-shipping_fees-FR.client': [
    {
      type: 'ReferenceRowSaved',
      data: {
        set: 'shipping_fees',
        key: 'FR.client',
        isNew: false,
        changes: [{ column: 'amount', before: '25.00', after: '27.50' }],
        reason: 'nouveau tarif',
        at,
        by,
      },
    },
  ],
  'reference-import-9': [
    {
      type: 'ReferenceImported',
      data: {
        importId: 9,
        set: 'products',
        rows: 3,
        inserted: 1,
        updated: 1,
        unchanged: 1,
        digest: 'b'.repeat(64),
        at,
        by,
      },
    },
  ],
  'export-31': [
    {
      type: 'ExportRequested',
      data: {
        exportId: 31,
        exportRef: 'export-31',
        type: 'list',
        language: 'fr',
        selection: { kind: 'filter', filter: { status: '1,15', sort: 'oldest' } },
        search: 'Çelik',
        scope: { kind: 'store', siteId: 1 },
        audience: 'shop',
        at,
        by,
      },
    },
    { type: 'ExportFailed', data: { code: 'broken', at } },
    {
      type: 'ExportCompleted',
      data: { blob: 'c'.repeat(64), format: 'xlsx', rows: 12, size: 9_000, expires: at, at },
    },
    { type: 'ExportFileRemoved', data: { at } },
  ],
  'export-32': [
    {
      type: 'ExportRequested',
      data: {
        exportId: 32,
        exportRef: 'export-32',
        type: 'ocel',
        language: 'en',
        selection: { kind: 'span', from: at, to: null },
        search: null,
        scope: { kind: 'all' },
        audience: 'operation',
        at,
        by,
      },
    },
    { type: 'ExportCancelled', data: { at, by } },
  ],
  'dispute-file-35': [
    {
      type: 'DisputeFileMade',
      data: { fileId: 35, itemId: 2, manifest: 'd'.repeat(64), at, by },
    },
  ],
  'log-reading-34': [
    {
      type: 'LogStreamed',
      data: { readingId: 34, format: 'events', from: null, to: at, after: 120, at, by },
    },
  ],
  'job-retry-33': [
    {
      type: 'JobRetried',
      data: {
        retryId: 33,
        queue: 'exports',
        jobId: 'export-31',
        name: 'build',
        reason: 'disque plein, libéré',
        at,
        by,
      },
    },
    {
      type: 'ParkedStreamReleased',
      data: { retryId: 33, projection: 'search', streamId: 'item-1', reason: 'mended', at, by },
    },
  ],
  'worker-role-4': [
    {
      type: 'WorkerRoleDefined',
      data: { roleId: 4, key: 'polisher', name: 'Polisher', permissions: [], at },
    },
    { type: 'WorkerRoleChanged', data: { name: 'Plating', permissions: ['send to planting'], at } },
    { type: 'WorkerRoleDeleted', data: { at } },
  ],
};
