import type { ItemView } from '@atelier/domain/rma/contract.ts';
import type { BlockingView } from '@atelier/domain/shipping/contract.ts';
import { PackageOpen, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/ui/button.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { EmptyState } from '../../components/ui/states.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { PieceCell } from '../piece/piece-cells.tsx';
import type { PackagePrice } from './package-queries.ts';

export interface ContentsPanelProps {
  items: readonly ItemView[];
  price: PackagePrice | undefined;
  blocking: readonly BlockingView[];
  onRemove: (id: number) => void;
  isLocked: boolean;
}

/** What is in the package: a line per piece, its value, and what is wrong with it. */
export function ContentsPanel({ items, price, blocking, onRemove, isLocked }: ContentsPanelProps) {
  const { t } = useTranslation('shipping');
  return (
    <Panel title={t('contents.title')} aside={t('contents.count', { count: items.length })} testId="contents">
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
            amount={price?.lines.find((line) => line.item_id === item.id)?.amount}
            currency={price?.currency ?? ''}
            problems={blocking.filter((one) => one.item_id === item.id)}
            onRemove={isLocked ? null : () => onRemove(item.id)}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface ContentRowProps {
  item: ItemView;
  amount: number | undefined;
  currency: string;
  problems: readonly BlockingView[];
  onRemove: (() => void) | null;
}

function ContentRow({ item, amount, currency, problems, onRemove }: ContentRowProps) {
  const { t } = useTranslation(['shipping', 'errors']);
  const format = useStaffFormat();
  return (
    <li
      className="content-row"
      data-testid={`content-${item.number}`}
      data-blocked={problems.length > 0 || undefined}
      id={`content-${item.id}`}
    >
      <PieceCell item={item} size={34} />
      <bdi className="num muted push">{amount !== undefined && format.money(amount, currency)}</bdi>
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
          {t(`errors:code.${code}`, code)}
        </span>
      ))}
    </li>
  );
}
