import { AUDIT_PERSONAL_DATA } from '@atelier/domain/audit/reading.ts';
import { SEALING_PERSONAL_DATA } from '@atelier/domain/system/sealing/events.ts';
import { REVIEW_PERSONAL_DATA } from '@atelier/domain/audit/review/events.ts';
import { LOG_VERIFICATION_PERSONAL_DATA } from '@atelier/domain/audit/verification/events.ts';
import { DIFFERENCE_PERSONAL_DATA } from '@atelier/domain/system/consistency/events.ts';
import { EXPORT_PERSONAL_DATA } from '@atelier/domain/exports/events.ts';
import { IDENTITY_PERSONAL_DATA } from '@atelier/domain/identity/personal-data.ts';
import { JOB_PERSONAL_DATA } from '@atelier/domain/system/jobs/events.ts';
import { MESSAGE_PERSONAL_DATA } from '@atelier/domain/messages/events.ts';
import { NAV_PERSONAL_DATA } from '@atelier/domain/nav/events.ts';
import { PERSONAL_DATA } from '@atelier/domain/personal-data.ts';
import { PRIVACY_PERSONAL_DATA } from '@atelier/domain/privacy/events.ts';
import { REASON_PERSONAL_DATA } from '@atelier/domain/reference/reason-events.ts';
import { RECORDED_PERSONAL_DATA } from '@atelier/domain/recorded.ts';
import { REFERENCE_PERSONAL_DATA } from '@atelier/domain/reference/import/events.ts';
import { RADAR_PERSONAL_DATA } from '@atelier/domain/insight/radar/events.ts';
import { OWN_MAIL_PERSONAL_DATA } from '@atelier/domain/insight/weekly/events.ts';
import { PROMISE_PERSONAL_DATA } from '@atelier/domain/promise/events.ts';
import { SIMULATION_PERSONAL_DATA } from '@atelier/domain/insight/simulation/events.ts';
import { PRODUCT_IMPORT_PERSONAL_DATA } from '@atelier/domain/reference/product-import/events.ts';
import { UNKNOWN_SCAN_PERSONAL_DATA } from '@atelier/domain/repair/scanning/unknown-scan.ts';
import { SYSTEM_PERSONAL_DATA } from '@atelier/domain/system/events.ts';
import { WEBHOOK_PERSONAL_DATA } from '@atelier/domain/webhooks/events.ts';
import { WORKFORCE_PERSONAL_DATA } from '@atelier/domain/workforce/personal-data.ts';
import { PERSONAL_ROWS } from './personal-rows.ts';
import { createRegistry } from '@atelier/event-store/registry/registry.ts';
import type { Json, JsonObject } from '@atelier/event-store/types.ts';
import type { EventRegistry, EventTypeDefinition, PersonalData } from '@atelier/event-store/event-types.ts';

const declared = {
  ...PERSONAL_DATA,
  ...UNKNOWN_SCAN_PERSONAL_DATA,
  ...IDENTITY_PERSONAL_DATA,
  ...WORKFORCE_PERSONAL_DATA,
  ...RECORDED_PERSONAL_DATA,
  ...REFERENCE_PERSONAL_DATA,
  ...REASON_PERSONAL_DATA,
  ...PRODUCT_IMPORT_PERSONAL_DATA,
  ...EXPORT_PERSONAL_DATA,
  ...JOB_PERSONAL_DATA,
  ...SYSTEM_PERSONAL_DATA,
  ...NAV_PERSONAL_DATA,
  ...MESSAGE_PERSONAL_DATA,
  ...DIFFERENCE_PERSONAL_DATA,
  ...PRIVACY_PERSONAL_DATA,
  ...AUDIT_PERSONAL_DATA,
  ...LOG_VERIFICATION_PERSONAL_DATA,
  ...REVIEW_PERSONAL_DATA,
  ...SEALING_PERSONAL_DATA,
  ...WEBHOOK_PERSONAL_DATA,
  ...PROMISE_PERSONAL_DATA,
  ...SIMULATION_PERSONAL_DATA,
  ...RADAR_PERSONAL_DATA,
  ...OWN_MAIL_PERSONAL_DATA,
};

/** Types whose data changed shape since they were first written, and those that erase a person; all others are at version 1. */
const SPECIAL: Readonly<Record<string, EventTypeDefinition>> = {
  ItemDeposited: {
    schemaVersion: 3,
    upcast: {
      1: (data) => ({ ...data, extendedWarrantyProof: null }),
      2: (data) => ({ ...data, agreedFee: agreedFeeOf(data) }),
    },
  },
  ItemDepositEdited: {
    schemaVersion: 2,
    upcast: { 1: (data) => ({ ...data, agreedFee: agreedFeeOf(data) }) },
  },
  RmaCustomerErased: { erases: 'customerRef' },
  ItemCustomerErased: { erases: 'customerRef' },
};

/**
 * Before the agreed fee was recorded separately, it was only in the fee due. In warranty, where that is 0, it
 * is lost.
 */
function agreedFeeOf({ fee = null }: JsonObject): Json {
  const isNamed = typeof fee === 'object' && fee !== null && 'amount' in fee && fee.amount !== 0;
  return isNamed ? fee : null;
}

/** Every event type this release reads and writes, in all slices. A start refuses a log that holds others. */
export const EVENT_REGISTRY: EventRegistry = createRegistry(
  Object.fromEntries(Object.keys(declared).map((type) => [type, SPECIAL[type] ?? {}])),
  personalOf(declared),
  PERSONAL_ROWS,
);

function personalOf(all: Readonly<Record<string, PersonalData[string] | null>>): PersonalData {
  const personal: Record<string, PersonalData[string]> = {};
  for (const [type, fields] of Object.entries(all)) if (fields !== null) personal[type] = fields;
  return personal;
}
