import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import {
  ArchiveRestore,
  Clock,
  Database,
  Eye,
  HardDriveUpload,
  KeyRound,
  Mail,
  ShieldCheck,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import type { HealthLine } from './queries.ts';

export type HealthKind = HealthLine['what'] | 'jobs';

interface Place {
  readonly icon: LucideIcon;
  readonly to: string;
  readonly permission: PermissionName;
  /** What the button says where a person is needed; otherwise it opens the place. */
  readonly act?: 'verify' | 'newKey';
}

const JOBS = { to: '/operation/jobs', permission: 'view system config' } as const;
const LOG = { to: '/system/audit?view=verify', permission: 'audit replay' } as const;

/** Where each line leads, and who may go there. */
export const PLACES: Readonly<Record<HealthKind, Place>> = {
  backup: { icon: HardDriveUpload, ...JOBS },
  restore: { icon: ArchiveRestore, ...JOBS },
  verification: { icon: ShieldCheck, ...LOG, act: 'verify' },
  witness: { icon: Eye, ...LOG },
  nav: { icon: Database, to: '/operation/nav', permission: 'logistic ship out' },
  mail: { icon: Mail, to: '/system/systemConfig?q=messages_on', permission: 'view system config' },
  webhook: { icon: Webhook, to: '/operation/manage-user?view=webhooks', permission: 'manage user' },
  key: { icon: KeyRound, to: '/operation/manage-user?view=keys', permission: 'manage user', act: 'newKey' },
  jobs: { icon: Clock, ...JOBS },
};
