import { at, by, type AnyEvent } from './fixture-facts.ts';

const proposed = {
  schedule: {
    on: true,
    default_months: 120,
    countries: [{ code: 'FR', months: 36 }],
    notice_days: 14,
    approval_over: 0,
  },
  previous: { on: false, default_months: 120, countries: [], notice_days: 14, approval_over: 50 },
  reason: 'durée légale',
  at,
  by,
};

/** Requests for erasure, legal holds, and the customers they are about. */
export const privacyStreams: Readonly<Record<string, readonly AnyEvent[]>> = {
  'privacy-request-41': [
    {
      type: 'ErasureRequested',
      data: {
        requestId: 41,
        customerRef: 'customer-golden',
        customerRefs: ['customer-golden', 'rma-101'],
        rmaIds: [101],
        reason: 'customer_request',
        origin: 'person',
        dueAt: null,
        note: 'par écrit\nle 2 mars',
        at,
        by,
      },
    },
    { type: 'ErasureApproved', data: { customerRef: 'customer-golden', note: null, at, by } },
    {
      type: 'ErasureStarted',
      data: { covered: { repairs: 1, pieces: 2, pictures: 3, messages: 4 }, at },
    },
    { type: 'ErasureCompleted', data: { at } },
  ],
  'privacy-request-42': [
    {
      type: 'ErasureRequested',
      data: {
        requestId: 42,
        customerRef: 'rma-102',
        customerRefs: ['rma-102'],
        rmaIds: [102],
        reason: 'no_longer_needed',
        origin: 'retention',
        dueAt: at,
        note: null,
        at,
        by: { userId: null, workerId: null },
      },
    },
    { type: 'ErasureRefused', data: { customerRef: 'rma-102', note: 'garantie à vie', at, by } },
  ],
  'privacy-request-43': [
    {
      type: 'ErasureRequested',
      data: {
        requestId: 43,
        customerRef: 'rma-103',
        customerRefs: ['rma-103'],
        rmaIds: [103],
        reason: 'objection',
        origin: 'person',
        dueAt: null,
        note: null,
        at,
        by,
      },
    },
    { type: 'ErasureWithdrawn', data: { customerRef: 'rma-103', note: 'autre personne', at, by } },
  ],
  'legal-hold-44': [
    {
      type: 'LegalHoldPlaced',
      data: {
        holdId: 44,
        customerRef: 'customer-golden',
        reason: 'legal_claim',
        reference: 'RG 26/1234',
        at,
        by,
      },
    },
    { type: 'LegalHoldReleased', data: { customerRef: 'customer-golden', note: 'jugé', at, by } },
  ],
  'privacy-subject-customer-golden': [
    {
      type: 'SubjectHoldChanged',
      data: { customerRef: 'customer-golden', holdId: 44, isHeld: true, at },
    },
    {
      type: 'SubjectErasureChanged',
      data: { customerRef: 'customer-golden', requestId: 41, stage: 'started', at },
    },
  ],
  'privacy-export-45': [
    {
      type: 'PersonExportRequested',
      data: { exportId: 45, customerRefs: ['customer-golden'], language: 'fr', at, by },
    },
    {
      type: 'PersonExportKeyKept',
      data: { customerRef: 'customer-golden', part: 'e'.repeat(43), at },
    },
    { type: 'PersonExportCompleted', data: { blob: 'f'.repeat(64), size: 900, expires: at, at } },
    { type: 'PersonExportRead', data: { format: 'pdf', at, by } },
    { type: 'PersonExportRemoved', data: { at } },
  ],
  'privacy-export-46': [
    {
      type: 'PersonExportRequested',
      data: { exportId: 46, customerRefs: ['customer-golden'], language: 'ar', at, by },
    },
    { type: 'PersonExportFailed', data: { code: 'broken', at } },
  ],
  'privacy-request-47': [
    {
      type: 'ErasureRequested',
      data: {
        requestId: 47,
        customerRef: 'rma-104',
        customerRefs: ['rma-104'],
        rmaIds: [104],
        reason: 'no_longer_needed',
        origin: 'retention',
        dueAt: at,
        note: null,
        at,
        by: { userId: null, workerId: null },
      },
    },
    { type: 'ErasureKept', data: { because: 'repair_open', at } },
  ],
  'retention-schedule-1': [
    { type: 'RetentionScheduleProposed', data: { proposal: 1, ...proposed } },
    { type: 'RetentionScheduleRefused', data: { proposal: 1, note: 'trop court', at, by } },
    { type: 'RetentionScheduleProposed', data: { proposal: 2, ...proposed } },
    { type: 'RetentionScheduleWithdrawn', data: { proposal: 2, at, by } },
    { type: 'RetentionScheduleProposed', data: { proposal: 3, ...proposed } },
    { type: 'RetentionScheduleApproved', data: { proposal: 3, at, by } },
  ],
  'retention-run-20260302': [
    {
      type: 'RetentionRunStarted',
      data: { runId: 20260302, found: 2, needsApproval: true, schedule: proposed.schedule, at },
    },
    { type: 'RetentionRunApproved', data: { at, by } },
    {
      type: 'RetentionBatchAsked',
      data: {
        asked: [{ customerRef: 'rma-104', requestId: 47 }],
        kept: [{ customerRef: 'rma-105', because: 'legal_hold' }],
        through: 'rma-105',
        at,
      },
    },
    { type: 'RetentionRunEnded', data: { because: 'done', at } },
  ],
  'retention-run-20260303': [
    {
      type: 'RetentionRunStarted',
      data: { runId: 20260303, found: 1, needsApproval: true, schedule: proposed.schedule, at },
    },
    { type: 'RetentionRunRefused', data: { note: 'import erroné', at, by } },
  ],
};
