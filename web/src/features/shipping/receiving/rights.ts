import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { type Stage, stageOf } from '../../../shared/scan/stage-of.ts';

/** What the pieces of a package become where they arrive, by its order type (product/shipping.md §2). */
const ARRIVES_AT: Readonly<Record<number, number>> = { 1: 3, 2: 15, 3: 19, 4: 15 };

export const stageOfPackage = ({ order_type }: Pick<ShipmentView, 'order_type'>): Stage | null =>
  stageOf(ARRIVES_AT[order_type] ?? 0);

const RECEIVERS: readonly PermissionName[] = [
  'view receive package page',
  '(factory) receive from shop',
  'incoming check',
];
const WATCHERS: readonly PermissionName[] = [
  ...RECEIVERS,
  'view prepare package page',
  'logistic ship out',
  'package forwarding',
];
const APPROVERS: readonly PermissionName[] = ['sav check', 'decide waived fee'];

/** What the person may do about a package; the server decides for every call. */
export function useReceivingRights() {
  const { allPermission } = useSession().view;
  const holdsAny = (names: readonly PermissionName[]) => names.some((name) => allPermission.includes(name));
  return {
    /** Say that a piece is missing, or found. */
    canReport: holdsAny(WATCHERS),
    /** Take pieces in, also out of a box that was brought to the wrong door. */
    canTakeIn: holdsAny(RECEIVERS),
    /** Declare it lost: that needs an approval, and who holds it gives it. */
    canSettle: holdsAny(APPROVERS),
    canReject: allPermission.includes('view receive package page'),
    mayReceiveAt: (stage: Stage) => stage.permission === null || allPermission.includes(stage.permission),
  };
}
