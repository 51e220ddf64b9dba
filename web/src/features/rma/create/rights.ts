import type { PermissionName } from '@atelier/domain/shared/permissions.ts';

/** Who may set the warranty by hand against the rule (product/deposit.md §3); the server asks for the same. */
export const MAY_OVERRIDE: PermissionName = 'cancel or edit rma';
