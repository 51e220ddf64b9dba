import type { SavDifference } from '@atelier/domain/repair/scanning/sav-difference.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { usePermission, useStaffFormat } from '../../lib/session/use-session.ts';
import { reasonsQuery, useReasonName } from '../item/reasons.ts';
import { useMove } from '../item/use-move.ts';
import { useReading } from '../item/reading.ts';
import { differenceOf, suggestedMove } from './difference.ts';
import './decisions.css';

interface LinesProps {
  item: ItemView;
  difference: SavDifference;
  cause: string;
}

/** What differs, a line each. */
export function DifferenceLines({ item, difference, cause: found }: LinesProps) {
  const { t } = useTranslation(['decisions', 'repair', 'values']);
  const format = useStaffFormat();
  const nameOf = useReasonName(useQuery(reasonsQuery()).data?.data);
  const claimed = new Map(item.rma_item_to_reason.map((one) => [one.rma_item_reason_id, one.Name]));
  const names = (ids: readonly number[]) => format.list(ids.map((id) => nameOf(id, claimed.get(id) ?? '')));
  const cause = t(`values:cause.${found}`, found);
  return (
    <ul className="small">
      {difference.notFound.length > 0 && (
        <li>{t('decisions:difference.notFound', { reasons: names(difference.notFound) })}</li>
      )}
      {difference.added.length > 0 && (
        <li>{t('decisions:difference.added', { reasons: names(difference.added) })}</li>
      )}
      {difference.payment === 'chargeable' && <li>{t('decisions:difference.chargeable', { cause })}</li>}
      {difference.payment === 'free' && <li>{t('decisions:difference.free', { cause })}</li>}
    </ul>
  );
}

/** Where factory and shop disagree, and the move that follows from it (product/repair.md §11). */
export function DifferencePart({ item }: { item: ItemView }) {
  const { t } = useTranslation('decisions');
  const mayCheck = usePermission('sav check');
  const isReading = useReading() !== null;
  const move = useMove();
  const difference = differenceOf(item);
  if (difference === null) return null;
  const target = suggestedMove(item);
  return (
    <section className="part difference" data-testid="difference-part">
      <h3>{t('difference.title')}</h3>
      <DifferenceLines
        item={item}
        difference={difference}
        cause={item.rma_factory_sav_item.quality_investigate}
      />
      {target !== null && mayCheck && !isReading && (
        <div className="row">
          <Button
            busy={move.isPending}
            onClick={() => move.mutate({ itemId: item.id, number: item.number, target })}
            testId="to-sav-check"
          >
            {t('action.savCheck')}
          </Button>
        </div>
      )}
    </section>
  );
}
