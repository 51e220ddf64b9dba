import { type PermissionName, STATION_PERMISSIONS } from './permissions.ts';

/**
 * Accounts that work at a bench: every stage of a factory, the desks of the warehouse and the SAV check. The one
 * list of who may make the calls that every bench makes: read a stage and its pieces, scan, clear scans, remark,
 * upload a picture.
 */
export const BENCH_PERMISSIONS: readonly PermissionName[] = [...STATION_PERMISSIONS, 'sav check'];

/** The counters of a shop where packages are made and opened by scanning. */
export const COUNTER_SCANNERS: readonly PermissionName[] = [
  'view receive package page',
  'view prepare package page',
];

/** Who says why weights differ: the desks that answer for a site, not the bench that weighed. */
export const WEIGHT_EXPLAINERS: readonly PermissionName[] = ['sav check', 'cancel or edit rma'];
