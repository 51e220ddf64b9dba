import type { Policy } from '../../policy.ts';
import type { CommandContext, MeasurementsInput } from '../item/commands.ts';
import type { MeasurementsRecorded } from '../item/events.ts';
import { refuse, type Refusal } from '../holds/guards.ts';
import type { Item } from '../item/item.ts';
import { Status, type StatusId } from '../../shared/status.ts';

/** Stone count at 10, photo and weight at 12: may be recorded, and configuration can demand them (product/repair.md §3). */
export function measurementRefusal(
  target: StatusId,
  given: MeasurementsInput | undefined,
  policy: Policy,
): Refusal {
  if (target === Status.AssemblySettingStone && policy.demandStoneCount && given?.stoneCount === undefined) {
    return refuse('measurement_required', { field: 'stone_count' });
  }
  if (target !== Status.FinalQCProcess) return null;
  if (policy.demandFinalQcWeight && given?.weightMg === undefined) {
    return refuse('measurement_required', { field: 'weight' });
  }
  const photos = given?.photos?.length ?? 0;
  return policy.demandFinalQcPhoto && photos === 0
    ? refuse('measurement_required', { field: 'photo' })
    : null;
}

export function measurementEvents(
  item: Item,
  status: StatusId,
  given: MeasurementsInput | undefined,
  context: CommandContext,
): readonly MeasurementsRecorded[] {
  if (given === undefined) return [];
  const { stoneCount = null, weightMg = null, photos = [] } = given;
  if (stoneCount === null && weightMg === null && photos.length === 0) return [];
  const data = { customerRef: item.customerRef, status, stoneCount, weightMg, photos, at: context.now };
  return [{ type: 'MeasurementsRecorded', data }];
}
