import { Fact } from '@atelier/ui/layout/fact.tsx';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import { readOpeningHours, type OpenSpan } from '@atelier/domain/shared/opening-hours.ts';
import type { CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import type { Language } from '../../lib/i18n/languages.ts';
import type { Translate } from './texts.ts';

export interface ShopCardProps {
  item: CustomerStatusView;
  t: Translate;
  language: Language;
}

/** A Monday: from it every weekday's name is counted. */
const MONDAY = Date.UTC(2024, 0, 1);
/** `Mon–Sat` in the reader's language; one name for a single day. */
export function daysOf({ firstDay, lastDay }: OpenSpan, language: string): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const nameOf = (day: number) => format.format(MONDAY + (day - 1) * DAY_MS);
  return firstDay === lastDay ? nameOf(firstDay) : `${nameOf(firstDay)} – ${nameOf(lastDay)}`;
}

/** The map that the shop names, else a search for its name and address. */
export const mapOf = ({ shopName, shop }: Pick<CustomerStatusView, 'shopName' | 'shop'>): string =>
  shop.map_url ??
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: `${shopName}, ${shop.address}` }).toString()}`;

/** How to reach the shop: its phone, its hours and where it lies. */
export function ShopCard({ item, t, language }: ShopCardProps) {
  const { shop, shopName } = item;
  const hours = readOpeningHours(shop.opening_hours);
  return (
    <section className="cust-shop stack gap-12 on-surface" data-testid="shop">
      <h2>
        <bdi translate="no">{shopName}</bdi>
      </h2>
      <dl>
        <Fact label={t('visit.address')}>
          <bdi translate="no">{shop.address}</bdi>{' '}
          <a href={mapOf(item)} target="_blank" rel="noreferrer noopener" data-testid="shop-map">
            {t('visit.map')}
          </a>
        </Fact>
        {shop.phone !== '' && (
          <Fact label={t('visit.phone')}>
            <a href={`tel:${shop.phone.replaceAll(/[^+\d]/g, '')}`} data-testid="shop-phone">
              <bdi dir="ltr" translate="no">
                {shop.phone}
              </bdi>
            </a>
          </Fact>
        )}
        {hours.length > 0 && (
          <div className="fact" data-testid="shop-hours">
            <dt>{t('visit.hours')}</dt>
            {hours.map((span) => (
              <dd key={`${span.firstDay}${span.from}`}>
                <span>{daysOf(span, language)}</span>{' '}
                <bdi dir="ltr" className="num" translate="no">
                  {`${span.from}–${span.to}`}
                </bdi>
              </dd>
            ))}
          </div>
        )}
      </dl>
    </section>
  );
}
