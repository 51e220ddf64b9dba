import type { ShopWall } from '@atelier/contracts/dashboard/wall-schema.ts';
import { Truck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';

const SHOWN = 2;

/** Packages on their way to the shop, the longest travelling first. No carrier reports their arrival: the strip says when they left. */
export function ArrivingStrip({ packages }: { packages: ShopWall['arriving'] | undefined }) {
  const { t } = useTranslation('dashboard');
  const { day, number } = useStaffFormat();
  const shown = packages?.rows.slice(0, SHOWN) ?? [];
  const rest = (packages?.total ?? 0) - shown.length;
  return (
    <section className="shop-wall-strip flex middle" data-testid="wall-arriving">
      <h2 className="flex middle nowrap">
        <Truck aria-hidden />
        {t('wall.arriving')}
      </h2>
      {packages?.total === 0 && <p className="muted">{t('wall.noArriving')}</p>}
      {shown.map((one) => (
        <p key={one.id} className="clip muted">
          <bdi className="num" dir="ltr">
            <b>{one.tracking_number}</b>
          </bdi>{' '}
          {t('wall.package', {
            count: one.pieces,
            from: one.from,
            day: day(one.sent_at),
          })}
        </p>
      ))}
      {rest > 0 && (
        <p className="muted num">
          <bdi dir="ltr">{t('board.rest', { number: number(rest) })}</bdi>
        </p>
      )}
    </section>
  );
}
