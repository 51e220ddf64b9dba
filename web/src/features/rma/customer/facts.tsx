import type { CustomerStatusView } from '@atelier/domain/rma/schema.ts';
import type { ReactNode } from 'react';
import { PieceImage } from '../../../ui/piece-image.tsx';
import type { Formats } from '../../../lib/i18n/formats.ts';
import type { Translate } from './texts.ts';

export interface FactsProps {
  item: CustomerStatusView;
  t: Translate;
  formats: Formats;
}

const HAN = /\p{Script=Han}/u;

/** Chinese names: surname first, no space (product/rma.md §2). */
export const fullName = ({
  firstname,
  lastname,
}: Pick<CustomerStatusView, 'firstname' | 'lastname'>): string =>
  HAN.test(firstname + lastname) ? `${lastname}${firstname}` : `${firstname} ${lastname}`.trim();

const phoneOf = (item: CustomerStatusView) =>
  item.phone && `${item.phone_code ? `+${item.phone_code.replace(/^\+/, '')} ` : ''}${item.phone}`;

/** Everything product/customer-page.md §3 lists, each line only when there is something to say. */
export function Facts({ item, t, formats }: FactsProps) {
  const created = item.RmaStatusHistory.at(-1)?.CreatedAt;
  const lines: [string, ReactNode][] = [
    ['rma', item.RmaID && <bdi>{item.RmaID}</bdi>],
    ['created', created && formats.dateTimeUtc(created)],
    ['piece', (item.product_name || item.product_sku) && <Piece item={item} />],
    ['shop', item.shopName && <bdi>{item.shopName}</bdi>],
    ['invoice', item.origin_invoice_number && <bdi>{item.origin_invoice_number}</bdi>],
    ['order', item.order_number && <bdi>{item.order_number}</bdi>],
    ['tracking', item.retail_carrier_code && <bdi>{item.retail_carrier_code}</bdi>],
    ['customer', <bdi key="name">{fullName(item)}</bdi>],
    ['phone', phoneOf(item) && <bdi dir="ltr">{phoneOf(item)}</bdi>],
    ['email', item.email && item.email !== 'null' && <Email text={item.email} />],
    [
      'reasons',
      item.rma_item_to_reason.length > 0 &&
        formats.list(item.rma_item_to_reason.map((reason) => reason.Name)),
    ],
    ['fee', item.repair_fee > 0 && <bdi>{formats.money(item.repair_fee, item.repair_fee_ccy)}</bdi>],
  ];
  return (
    <section className="facts">
      <PieceImage
        kind={item.product_kind}
        src={item.product_image}
        alt={item.product_name}
        size={260}
        inSheet
      />
      <dl>
        {lines.map(
          ([key, value]) =>
            value && (
              <div key={key} data-testid={`fact-${key}`}>
                <dt>{t(`fact.${key}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

const Piece = ({ item }: { item: CustomerStatusView }) => (
  <>
    {item.product_name} <bdi className="faint">{item.product_sku}</bdi>
  </>
);

/** An address breaks, if it must, before its `@`. */
const Email = ({ text }: { text: string }) => {
  const [name = '', host = ''] = text.split('@');
  return (
    <bdi>
      {name}
      <wbr />
      {host && `@${host}`}
    </bdi>
  );
};
