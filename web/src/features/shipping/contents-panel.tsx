import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { BlockingView, DeclaredPrice, ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { PackageOpen, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { PieceCell } from '../../shared/item/piece-cells.tsx';
import { LazyUnresolved } from '../../shared/scan/lazy-unresolved.tsx';
import type { UnresolvedScansProps } from '../../shared/scan/unresolved-scans.tsx';
import { isOpen } from './queries.ts';
import { PriceField } from './price-field.tsx';

export interface ContentsPanelProps {
  items: readonly ItemView[];
  shipment: ShipmentView | null;
  prices: readonly DeclaredPrice[];
  blocking: readonly BlockingView[];
  onRemove: (id: number) => void;
  queue: UnresolvedScansProps['queue'] & Pick<UnresolvedScansProps, 'unresolved'>;
}

/** What is in the package: a line per piece, its value, and what is wrong with it. */
export function ContentsPanel(props: ContentsPanelProps) {
  const { items, shipment, prices, blocking, onRemove, queue } = props;
  const { t } = useTranslation('shipping');
  const draft = shipment !== null && isOpen(shipment) ? shipment : null;
  return (
    <Panel title={t('contents.title')} aside={t('contents.count', { count: items.length })} testId="contents">
      <LazyUnresolved unresolved={queue.unresolved} queue={queue} />
      {items.length === 0 && (
        <EmptyState title={t('contents.empty')} icon={<PackageOpen aria-hidden />}>
          {t('contents.emptyBody')}
        </EmptyState>
      )}
      <ul>
        {items.map((item) => (
          <ContentRow
            key={item.id}
            item={item}
            price={prices.find((price) => price.item_id === item.id)}
            draft={draft}
            problems={blocking.filter((one) => one.item_id === item.id)}
            onRemove={draft === null ? null : () => onRemove(item.id)}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface ContentRowProps {
  item: ItemView;
  price: DeclaredPrice | undefined;
  draft: ShipmentView | null;
  problems: readonly BlockingView[];
  onRemove: (() => void) | null;
}

function ContentRow({ item, price, draft, problems, onRemove }: ContentRowProps) {
  const { t } = useTranslation(['shipping', 'refusals']);
  return (
    <li
      className="lined content-row flex wrap middle pad-8"
      data-testid={`content-${item.number}`}
      data-blocked={problems.length > 0 || undefined}
      id={`content-${item.id}`}
    >
      <PieceCell item={item} size={34} />
      {price !== undefined && <PriceField number={item.number} price={price} shipment={draft} />}
      {onRemove !== null && (
        <IconButton
          icon={<X size={16} aria-hidden />}
          label={t('shipping:contents.remove', { number: item.number })}
          onClick={onRemove}
          testId={`remove-${item.number}`}
        />
      )}
      {problems.map(({ code }) => (
        <span key={code} className="field-error content-problem">
          {t(`refusals:${code}`, code)}
        </span>
      ))}
    </li>
  );
}
