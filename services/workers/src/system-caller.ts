import { SYSTEM } from '@atelier/domain/kernel.ts';
import type { Caller } from '@atelier/application/commands/run-command.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import { randomUUID } from 'node:crypto';

/** Jobs act as the system: they see every row, and their events say which job it was. */
export function systemCaller(clock: Clock, job: string, key?: string): Caller {
  return {
    actor: SYSTEM,
    scope: { kind: 'all' },
    metadata: {
      actor: { id: 'system', kind: 'system', name: job },
      commandId: randomUUID(),
      occurredAt: clock.now().toISOString(),
    },
    ...(key !== undefined && { idempotency: { person: 'system', key, fingerprint: job } }),
  };
}
