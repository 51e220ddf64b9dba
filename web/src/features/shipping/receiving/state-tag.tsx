import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import {
  Check,
  CircleHelp,
  CirclePlus,
  Lock,
  PackageOpen,
  TriangleAlert,
  Truck,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '@atelier/ui/feedback/tag.tsx';

type State = ShipmentView['state'];

/** A separate shape for every state: colour alone says nothing to one man in twelve. */
const SHAPES: Record<State, LucideIcon> = {
  Draft: PackageOpen,
  Sealed: Lock,
  Sent: Truck,
  PartlyReceived: PackageOpen,
  Received: Check,
  Closed: Check,
  Cancelled: Lock,
  Discrepancy: TriangleAlert,
};

/** Where a package stands in its life (product/shipping.md §1). */
export function StateTag({ state }: { state: State }) {
  const { t } = useTranslation(['receiving', 'values']);
  const Shape = SHAPES[state];
  return (
    <span className="package-state" data-state={state} data-testid="package-state">
      <Tag icon={<Shape size={13} aria-hidden />}>{t(`values:shipment.${state}`)}</Tag>
    </span>
  );
}

/** How much is missing, and how much was not listed. */
export function DiscrepancyMarks({ row }: { row: Pick<ShipmentView, 'missing_count' | 'extra_count'> }) {
  const { t } = useTranslation('receiving');
  return (
    <>
      {row.missing_count > 0 && (
        <span className="mark middle gap-5 nowrap missing small" data-testid="count-missing">
          <CircleHelp size={14} aria-hidden /> {t('missing', { count: row.missing_count })}
        </span>
      )}
      {row.extra_count > 0 && (
        <span className="mark middle gap-5 nowrap extra small" data-testid="count-extra">
          <CirclePlus size={14} aria-hidden /> {t('extra', { count: row.extra_count })}
        </span>
      )}
    </>
  );
}
