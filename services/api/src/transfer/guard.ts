import type { PermissionName } from '@atelier/domain/shared/permissions.ts';

/** Who forwards, and who decides that another factory has to do it. */
export const TRANSFER_GUARD = {
  permission: ['package forwarding', 'sav transfer'] as const satisfies readonly PermissionName[],
  scope: 'site',
} as const;
