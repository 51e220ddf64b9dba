import type { Facts } from './facts.ts';

/** Shapes of OCSF 1.8.0 that are written here; what they hold is JSON under the names of the standard. */
export const OCSF_VERSION = '1.8.0';

/** Classes of events: number, caption, category. */
export const OCSF_CLASSES = {
  account: { uid: 3001, name: 'Account Change', category: 3 },
  authentication: { uid: 3002, name: 'Authentication', category: 3 },
  entity: { uid: 3004, name: 'Entity Management', category: 3 },
  access: { uid: 3005, name: 'User Access Management', category: 3 },
  group: { uid: 3006, name: 'Group Management', category: 3 },
  api: { uid: 6003, name: 'API Activity', category: 6 },
  datastore: { uid: 6005, name: 'Datastore Activity', category: 6 },
} as const;
export type OcsfClass = keyof typeof OCSF_CLASSES;
export const OCSF_CATEGORIES = { 3: 'Identity & Access Management', 6: 'Application Activity' } as const;

/** Number and caption of an activity within its class; 99 is one that the class has no word for. */
export type OcsfActivity = readonly [id: number, name: string];

export const OCSF_SEVERITIES = { 1: 'Informational', 2: 'Low', 3: 'Medium' } as const;
export type OcsfSeverity = keyof typeof OCSF_SEVERITIES;

export interface OcsfUser {
  readonly uid: string;
  readonly uid_alt?: string;
  readonly name?: string;
  /** 1 a person, 3 the system, 0 an unknown account. */
  readonly type_id: 0 | 1 | 3;
}

export interface OcsfEndpoint {
  readonly uid?: string;
  readonly name?: string;
  readonly svc_name?: string;
}

/** Fields of one class beside those of every event. */
export interface OcsfFields {
  readonly user?: OcsfUser;
  readonly service?: { readonly name: string };
  readonly session?: { readonly uid: string };
  readonly privileges?: readonly string[];
  readonly group?: { readonly uid: string; readonly name?: string };
  readonly entity?: { readonly uid: string; readonly type: string; readonly type_id: 99 };
  readonly api?: { readonly operation: string };
  readonly table?: { readonly name: string; readonly uid?: string };
  readonly type_id?: 3;
}

export interface OcsfEvent extends OcsfFields {
  readonly activity_id: number;
  readonly activity_name: string;
  readonly category_uid: number;
  readonly category_name: string;
  readonly class_uid: number;
  readonly class_name: string;
  readonly type_uid: number;
  readonly type_name: string;
  readonly severity_id: number;
  readonly severity: string;
  readonly status_id: 1 | 2;
  readonly status: 'Success' | 'Failure';
  readonly status_detail?: string;
  /** Milliseconds: when it happened, as its sender stated it. */
  readonly time: number;
  readonly message: string;
  readonly metadata: {
    readonly version: typeof OCSF_VERSION;
    /** The event's own number: the same line sent twice has the same. */
    readonly uid: string;
    readonly product: { readonly name: string; readonly vendor_name: string };
    readonly log_name: string;
    readonly event_code: string;
    readonly correlation_uid: string;
    readonly original_time: string;
    /** Milliseconds: when the log took it, by the server's clock. */
    readonly logged_time: number;
    readonly labels?: readonly string[];
  };
  readonly actor: { readonly user: OcsfUser; readonly session?: { readonly uid: string } };
  readonly src_endpoint: OcsfEndpoint;
  readonly observables: readonly {
    readonly name: string;
    readonly type_id: number;
    readonly value: string;
  }[];
  readonly unmapped: Facts;
}
