import { z } from 'zod';
import type { SettingGroup } from './contract.ts';
import type { Setting } from './setting-schema.ts';

/** Settings that list factories and warehouses; an empty list is none of them. */
const workshopIds = z
  .array(z.number().int().positive())
  .max(300)
  .transform((ids) => [...new Set(ids)].sort((a, b) => a - b));

/** Warehouses and factories whose bench for a status works otherwise than others. */
function benchesOf(
  status: number,
  key: string,
  { group, field }: { group: SettingGroup; field: 'validateOnScan' | 'weighBefore' },
): Setting {
  return {
    key: `${key}_${status}`,
    group,
    kind: 'sites',
    unit: null,
    min: null,
    max: null,
    nullable: false,
    status,
    schema: workshopIds,
    read: (policy) => policy[field][status] ?? [],
    write: (policy, value) => ({
      ...policy,
      [field]: { ...policy[field], [status]: workshopIds.parse(value) },
    }),
  };
}

/** Whose bench for this status validates at each accepted scan (product/repair.md §9). */
export const validatesOnScan = (status: number): Setting =>
  benchesOf(status, 'scan_validates', { group: 'scanning', field: 'validateOnScan' });

/** Whose bench for this status weighs a piece before it goes on (product/insight.md §6). */
export const weighsBefore = (status: number): Setting =>
  benchesOf(status, 'weigh_before', { group: 'weighing', field: 'weighBefore' });

/** Whose throughput says how pieces spread over workers (product/insight.md §4); none unless a person lists it. */
export const WORKER_FIGURES: Setting = {
  key: 'worker_figures',
  group: 'privacy',
  kind: 'sites',
  unit: null,
  min: null,
  max: null,
  status: null,
  nullable: false,
  schema: workshopIds,
  read: (policy) => policy.workerFigures,
  write: (policy, value) => ({ ...policy, workerFigures: workshopIds.parse(value) }),
};
