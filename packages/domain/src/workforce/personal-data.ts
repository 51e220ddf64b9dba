import type { PersonalFields } from '../personal-data.ts';
import type { WorkforceEventType } from './events.ts';

/** Every workforce event has a line; null = nothing personal in it. */
export const WORKFORCE_PERSONAL_DATA = {
  WorkerRegistered: { subject: 'workerRef', fields: ['profile'] },
  WorkerDeactivated: null,
  WorkerRoleDefined: null,
} as const satisfies Record<WorkforceEventType, PersonalFields | null>;
