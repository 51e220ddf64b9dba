import { Status } from '@atelier/domain/shared/status.ts';
import type { Flow } from './flow-queries.ts';

/** Stages that are drawn as one band, in the order of the work. */
export const BANDS = [
  { name: 'incoming', stages: [Status.ReceiveFromShop, Status.SAVCheckResult, Status.IncomingCheck] },
  { name: 'repair', stages: [Status.RepairProcess, Status.RepairPolish, Status.RepairQC] },
  { name: 'plating', stages: [Status.PlatingProcess] },
  {
    name: 'setting',
    stages: [
      Status.AssemblyProcess,
      Status.AssemblyPenPlatingProcess,
      Status.AssemblySettingStone,
      Status.AssemblySettingPearl,
    ],
  },
  { name: 'qc', stages: [Status.FinalQCProcess] },
] as const;
export type BandName = (typeof BANDS)[number]['name'];

/** What is drawn of a day: pieces per band, and what was done since the period began. */
export type FlowDay = Readonly<Record<BandName | 'done', number>> & { readonly day: string };

export function flowDays({ now }: Flow): readonly FlowDay[] {
  let done = 0;
  return now.days.map(({ day, stages, done: today }) => {
    done += today;
    const standing = (ids: readonly number[]) =>
      stages.reduce((sum, { rma_status_id: id, count }) => (ids.includes(id) ? sum + count : sum), 0);
    const [incoming, repair, plating, setting, qc] = BANDS.map((band) => standing(band.stages));
    return {
      day,
      done,
      incoming: incoming ?? 0,
      repair: repair ?? 0,
      plating: plating ?? 0,
      setting: setting ?? 0,
      qc: qc ?? 0,
    };
  });
}

/** How late a piece is at its stage, against the target in hours: as boards show it (product/dashboard.md §3). */
export type Lateness = 'inTime' | 'soon' | 'late' | 'over';
export function latenessOf(seconds: number, targetHours: number | null): Lateness {
  if (targetHours === null) return 'inTime';
  const share = seconds / 3600 / targetHours;
  if (share > 2) return 'over';
  if (share > 1) return 'late';
  return share >= 0.75 ? 'soon' : 'inTime';
}
