import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';

/** Paid, still to pay and to be refunded; what is nothing is left out. */
export function MoneySums({ item }: { item: ItemView }) {
  const { t } = useTranslation('terms');
  const format = useStaffFormat();
  const sums = [
    ['paid', item.fee_paid_amount],
    ['open', item.fee_settled ? item.fee_open : 0],
    ['toReturn', item.fee_to_return],
  ] as const;
  const said = sums.filter(([, amount]) => amount > 0);
  if (said.length === 0) return null;
  return (
    <dl className="money-sums flex wrap">
      {said.map(([name, amount]) => (
        <div key={name} className={name === 'toReturn' ? 'is-due' : undefined}>
          <dt className="muted">{t(`field.${name}`)}</dt>
          <dd className="num" data-testid={`fee-${name}`}>
            <bdi>{format.money(amount, item.repair_fee_ccy)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
