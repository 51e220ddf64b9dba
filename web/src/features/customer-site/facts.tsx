import { Fact } from '@atelier/ui/layout/fact.tsx';
import type { CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import type { ReactNode } from 'react';
import { PieceImage } from '../../shared/item/piece-image.tsx';
import type { Formats } from '@atelier/ui/text/formats.ts';
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
    ['rma', item.RmaID && <Code text={item.RmaID} />],
    ['created', created && formats.dateTimeUtc(created)],
    ['piece', (item.product_name || item.product_sku) && <Piece item={item} />],
    ['shop', item.shopName && <Code text={item.shopName} />],
    ['invoice', item.origin_invoice_number && <Code text={item.origin_invoice_number} />],
    ['order', item.order_number && <Code text={item.order_number} />],
    ['tracking', item.retail_carrier_code && <Code text={item.retail_carrier_code} />],
    ['customer', <Code key="name" text={fullName(item)} />],
    ['phone', phoneOf(item) && <Code text={phoneOf(item)} dir="ltr" />],
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
              <Fact key={key} label={t(`fact.${key}`)} testId={`fact-${key}`}>
                {value}
              </Fact>
            ),
        )}
      </dl>
    </section>
  );
}

/** A name or a number: never translated. */
const Code = ({ text, ...how }: { text: string; dir?: 'ltr'; className?: string }) => (
  <bdi translate="no" {...how}>
    {text}
  </bdi>
);

const Piece = ({ item }: { item: CustomerStatusView }) => (
  <>
    <span>{item.product_name}</span> <Code text={item.product_sku} className="faint" />
  </>
);

/** An address breaks, if it must, before its `@`. */
const Email = ({ text }: { text: string }) => {
  const [name = '', host = ''] = text.split('@');
  return (
    <bdi key={text} translate="no" data-whole>
      {name}
      <wbr />
      {host && `@${host}`}
    </bdi>
  );
};
