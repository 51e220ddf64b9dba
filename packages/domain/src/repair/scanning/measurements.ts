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

/** A bench that weighs lets a piece go on with a weight: given with the move, or recorded since the piece came there. */
export function weighingRefusal(
  item: Item,
  given: MeasurementsInput | undefined,
  { weighBefore, demandReturnWeight }: Policy,
): Refusal {
  const { custody, status } = item;
  const isDemanded =
    custody.kind === 'site' &&
    (weighBefore[status]?.includes(custody.siteId) === true ||
      (demandReturnWeight && status === Status.ShopReceived));
  return !isDemanded || given?.weightMg !== undefined || isWeighedHere(item)
    ? null
    : refuse('measurement_required', { field: 'weight' });
}

/** The weight that came with the move into the stage is of the stage before. */
function isWeighedHere({ work: { lastWeighing }, status, enteredAt }: Item): boolean {
  return lastWeighing !== null && lastWeighing.status === status && lastWeighing.at > enteredAt;
}

/** A weight is said again while the piece has not moved and nothing was added to it. */
export function replacedRefusal(item: Item, given: MeasurementsInput): Refusal {
  if (given.replaces !== true) return null;
  const { lastWeighing, parts } = item.work;
  const isLast =
    given.weightMg !== undefined &&
    lastWeighing !== null &&
    lastWeighing.status === item.status &&
    lastWeighing.at >= (item.lastMove?.at ?? item.createdAt) &&
    lastWeighing.at >= (parts.at(-1)?.at ?? lastWeighing.at);
  return isLast ? null : refuse('weighing_not_last');
}

/** What the weights of an interval that ends at this stage may differ by, in milligrams. */
export const toleranceAt = ({ status }: Pick<Item, 'status'>, policy: Policy): number =>
  policy.stageTolerances[status] ?? policy.weightTolerance;

export function measurementEvents(
  item: Item,
  status: StatusId,
  given: MeasurementsInput | undefined,
  context: CommandContext,
): readonly MeasurementsRecorded[] {
  if (given === undefined) return [];
  const { stoneCount = null, weightMg = null, photos = [] } = given;
  if (stoneCount === null && weightMg === null && photos.length === 0) return [];
  const measured = { customerRef: item.customerRef, status, stoneCount, weightMg, photos, at: context.now };
  const data = weightMg === null ? measured : { ...measured, ...weighing(item, given, context) };
  return [{ type: 'MeasurementsRecorded', data }];
}

function weighing(
  item: Item,
  { scrapMg, lossMg, replaces }: MeasurementsInput,
  { actor: { siteId }, policy }: CommandContext,
): Partial<MeasurementsRecorded['data']> {
  return {
    ...(scrapMg !== undefined && { scrapMg }),
    ...(lossMg !== undefined && { lossMg }),
    ...(replaces && { replaces }),
    ...(siteId !== null && { siteId }),
    toleranceMg: toleranceAt(item, policy),
  };
}
