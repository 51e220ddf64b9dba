import type { PermissionName } from '@atelier/domain/shared/permissions.ts';

/** Rows of migrations/0013_workers.sql. */
export interface WorkerRoleTable {
  id: number;
  key: string;
  name: string;
  permissions: PermissionName[];
  deleted: boolean;
  version: number;
  position: number;
}

export interface WorkerTable {
  id: number;
  work_id: string;
  name: string;
  department: string;
  role_key: string;
  site_id: number;
  active: boolean;
  version: number;
  position: number;
}

export interface WorkerBadgeTable {
  worker_id: number;
  barcode_digest: string;
  pin_hash: string | null;
  changed_at: Date;
}

export interface WorkerPinAttemptsTable {
  target: string;
  failures: number;
  last_at: Date;
  locked_until: Date | null;
}

declare module '../platform/database.ts' {
  interface Database {
    worker_role_row: WorkerRoleTable;
    worker_row: WorkerTable;
    worker_badges: WorkerBadgeTable;
    worker_pin_attempts: WorkerPinAttemptsTable;
  }
}
