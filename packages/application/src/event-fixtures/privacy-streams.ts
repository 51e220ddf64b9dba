import { at, by } from './fixture-facts.ts';
import type { AnyEvent } from './fixture-facts.ts';

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
};
