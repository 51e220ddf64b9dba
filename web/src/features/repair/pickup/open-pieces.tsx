import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { readRmaPath } from '../../../shared/item/open-piece.ts';
import { PieceCell, StageCell } from '../../../shared/item/piece-cells.tsx';

/** The client's other pieces: where each of them stands, for the question that comes next. */
export function OpenPieces({ items }: { items: readonly ItemView[] }) {
  const { t } = useTranslation('pickup');
  if (items.length === 0) return null;
  return (
    <Panel title={t('stillOpen')} testId="pickup-open">
      {items.map((item) => (
        <Link
          key={item.id}
          className="pickup-waiting"
          to={readRmaPath({ rmaId: item.rma_id, itemId: item.id })}
        >
          <PieceCell item={item} size={38} />
          <StageCell status={item.rma_status_id} bar={false} />
        </Link>
      ))}
    </Panel>
  );
}
