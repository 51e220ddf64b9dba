/**
 * Permission names are data on the wire and are compared word for word
 * (product/identity.md §5).
 */
export const PERMISSIONS = [
  'view home page',
  'view sidebar group rma',
  'view list all rma page',
  'view (shop) get all rma',
  'view request new rma page',
  'view prepare package page',
  'view receive package page',
  'view list all rma page for operation',
  'view manage factory worker permission',
  'view sidebar group rma operation',
  '(factory) receive from shop',
  'incoming check',
  'repair group',
  'repair process',
  'polishing process',
  'QC process',
  'send to planting',
  'assembly group',
  'assembly process',
  'pen plating',
  'setting stone',
  'setting pearl',
  'QC final',
  'repaired',
  'logistic ship out',
  'package forwarding',
  'view system config',
  'view batch update rma (logistic ship out)',
  'view (system) subreasons',
  'engine system config',
  'client search',
  'operation dashboard',
  'shop handover',
  'cancel or edit rma',
  'take payment',
  'decide waived fee',
  'sav check',
  'sav transfer',
  'manage user',
  'order clear',
  'export',
  'audit replay',
  'request erasure',
  'decide erasure',
] as const;

export type PermissionName = (typeof PERMISSIONS)[number];

/** Every station of a factory and the warehouse's desks (product/repair.md §1). */
export const STATION_PERMISSIONS: readonly PermissionName[] = [
  '(factory) receive from shop',
  'incoming check',
  'repair group',
  'repair process',
  'polishing process',
  'QC process',
  'send to planting',
  'assembly group',
  'assembly process',
  'pen plating',
  'setting stone',
  'setting pearl',
  'QC final',
  'repaired',
  'logistic ship out',
  'package forwarding',
];

/** Asking for an erasure and deciding on one: never held by one account together (product/identity.md §5). */
export const ASKS = 'request erasure' satisfies PermissionName;
export const DECIDES = 'decide erasure' satisfies PermissionName;
