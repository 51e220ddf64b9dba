import { Fact as FactView } from '@atelier/ui/layout/fact.tsx';
import type { ItemView, RmaView } from '@atelier/contracts/repair-detail/schema.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../../lib/i18n/languages.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { StoragePlace } from '../../shared/storage/storage-place.tsx';

export interface Fact {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
}

/** A titled list of facts; empty ones are left out. */
export function FactList({
  title,
  facts,
  children,
  testId,
}: {
  title: string;
  facts: readonly Fact[];
  children?: ReactNode;
  testId?: string;
}) {
  const shown = facts.filter(({ value }) => value !== null && value !== '' && value !== false);
  return (
    <section className="part" data-testid={testId}>
      <h3>{title}</h3>
      {children}
      <dl className="facts">
        {shown.map(({ key, label, value }) => (
          <FactView key={key} label={label}>
            <bdi>{value}</bdi>
          </FactView>
        ))}
      </dl>
    </section>
  );
}

/** Who brought it, how to reach them, and where it goes back to. Not shown to workers (the server leaves it out). */
export function ContactPart({ deposit, item }: { deposit: RmaView; item: ItemView }) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  if (deposit.fullname === '') return null;
  // Operation receives only the name on the bag: no phone means not shown, not none.
  const isKnown = deposit.fullphone !== '';
  const place = [
    deposit.address,
    deposit.city,
    deposit.province,
    deposit.country && format.country(deposit.country),
  ];
  return (
    <FactList
      title={t('terms:field.client')}
      testId="contact-part"
      facts={[
        {
          key: 'name',
          label: t('terms:field.client'),
          value: <span className="strong">{deposit.fullname}</span>,
        },
        {
          key: 'phone',
          label: t('terms:field.phone'),
          value: isKnown && (
            <a className="link" href={`tel:${deposit.fullphone.replaceAll(' ', '')}`}>
              {deposit.fullphone}
            </a>
          ),
        },
        {
          key: 'email',
          label: t('terms:field.email'),
          value: isKnown && <EmailValue email={deposit.email} />,
        },
        { key: 'language', label: t('field.language'), value: nameOf(deposit.language) },
        { key: 'address', label: t('field.address'), value: place.filter(Boolean).join(', ') },
        {
          key: 'receiver',
          label: t('field.receiver'),
          value: [deposit.receiver_name, deposit.receiver_phone].filter(Boolean).join(' · '),
        },
        { key: 'store', label: t('terms:field.store'), value: item.store_name },
      ]}
    />
  );
}

function EmailValue({ email }: { email: string }) {
  const { t } = useTranslation('rma');
  if (email === '') return <span className="faint">{t('field.noEmail')}</span>;
  return (
    <a className="link" href={`mailto:${email}`}>
      {email}
    </a>
  );
}

/** What the piece is, who holds it now, and the papers it came with. */
export function FactsPart({ deposit, item }: { deposit: RmaView; item: ItemView }) {
  const { t } = useTranslation(['rma', 'values']);
  const format = useStaffFormat();
  const { custody } = item;
  const name = custody.site_name ?? '';
  const holder =
    custody.kind === 'site'
      ? name
      : t(`values:holder.${custody.kind}`, { name, tracking: item.tracking_number });
  return (
    <FactList
      title={t('terms:field.product')}
      testId="facts-part"
      facts={[
        { key: 'custody', label: t('section.custody'), value: <span data-testid="custody">{holder}</span> },
        {
          key: 'storage',
          label: t('terms:field.kept'),
          value: item.storage !== null && <StoragePlace place={item.storage} />,
        },
        { key: 'tracking', label: t('terms:field.tracking'), value: item.tracking_number },
        { key: 'sku', label: t('terms:field.sku'), value: item.product_sku },
        { key: 'size', label: t('terms:field.size'), value: item.product_size },
        { key: 'serial', label: t('terms:field.serial'), value: item.serial_number },
        { key: 'invoice', label: t('terms:field.invoice'), value: item.invoice_number },
        { key: 'order', label: t('terms:field.order'), value: deposit.original_order_number },
        { key: 'received', label: t('terms:field.received'), value: format.dateTime(item.receive_item_date) },
        {
          key: 'outcome',
          label: t('terms:field.outcome'),
          value: item.outcome === null ? null : t(`values:outcome.${item.outcome}`),
        },
      ]}
    />
  );
}
