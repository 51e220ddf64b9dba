import type { PersonalFields } from '../personal-data.ts';
import type { WorkforceEventType } from './events.ts';

/** Every workforce event has a line; null = nothing personal in it. */
export const WORKFORCE_PERSONAL_DATA = {
  WorkerRegistered: { subject: 'workerRef', fields: ['profile'] },
  WorkerChanged: { subject: 'workerRef', fields: ['profile'] },
  WorkerDeactivated: null,
  WorkerReactivated: null,
  WorkerPinChanged: null,
  WorkerBadgeRevealed: null,
  WorkerRoleDefined: null,
  WorkerRoleChanged: null,
  WorkerRoleDeleted: null,
} as const satisfies Record<WorkforceEventType, PersonalFields | null>;
