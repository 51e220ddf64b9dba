import { Fact } from '@atelier/ui/layout/fact.tsx';
import type { CustomerRecordView, CustomerView } from '@atelier/contracts/reference/schema.ts';
import { fullName } from '@atelier/domain/deposit/names.ts';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { errorLine } from '../../../lib/api/notice-error.ts';
import { nameOf } from '../../../lib/i18n/languages.ts';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';
import { ButtonLink } from '../../../shared/item/button-link.tsx';
import { ClientOrders } from './client-orders.tsx';
import { ClientRepairs } from './client-repairs.tsx';
import { customerRecordQuery, customerRepairsQuery } from '../../../shared/queries/reference.ts';

/** A customer: how to reach them, what they bought here, what they have brought. Record and repairs load apart. */
export function ClientRecord({ customerId, onClose }: { customerId: number; onClose: () => void }) {
  const { t } = useTranslation('search');
  const record = useQuery(customerRecordQuery(customerId));
  const repairs = useQuery(customerRepairsQuery(customerId));
  if (record.isPending) return <Skeleton rows={8} height={28} gap={16} />;
  if (record.data === undefined) {
    const isGone = record.error instanceof ApiError && record.error.status === 404;
    if (isGone) return <EmptyState title={t('client.gone')}>{t('client.goneBody')}</EmptyState>;
    return (
      <ErrorState
        title={t('client.failed')}
        detail={errorLine(record.error)}
        onRetry={() => void record.refetch()}
        busy={record.isFetching}
      />
    );
  }
  const { customer, orders }: CustomerRecordView = record.data.data;
  return (
    <article className="stack" data-testid="client-record" data-customer={customer.id}>
      <ClientHead customer={customer} onClose={onClose} />
      <ClientRepairs repairs={repairs} />
      <ClientOrders customerId={customer.id} orders={orders} repairs={repairs.data?.data ?? []} />
    </article>
  );
}

function ClientHead({ customer, onClose }: { customer: CustomerView; onClose: () => void }) {
  const { t } = useTranslation(['search', 'rma']);
  const format = useStaffFormat();
  const mayRequest = usePermission('view request new rma page');
  const place = [customer.address, customer.postal_code, customer.city, customer.province];
  const address = [...place, format.country(customer.country)].filter(Boolean).join(', ');
  return (
    <section className="panel">
      <header>
        <h2 className="size-l">
          <bdi>{fullName(customer.firstname, customer.lastname)}</bdi>
        </h2>
        {customer.phone_is_from_crm && <Tag>{t('search:client.crm')}</Tag>}
        <span className="push row">
          {mayRequest && (
            <ButtonLink isMain to={`/createRma?customer_id=${customer.id}`} testId="client-create">
              {t('search:client.create')}
            </ButtonLink>
          )}
          <IconButton
            icon={<X size={17} aria-hidden />}
            label={t('search:client.close')}
            onClick={onClose}
            testId="client-close"
          />
        </span>
      </header>
      <dl className="client-facts">
        <Fact label={t('terms:field.phone')}>
          <a className="link" href={`tel:${customer.fullphone.replaceAll(' ', '')}`}>
            <bdi className="num">{customer.fullphone}</bdi>
          </a>
        </Fact>
        <Fact label={t('terms:field.email')}>
          {customer.email === null ? (
            <span className="faint">{t('rma:field.noEmail')}</span>
          ) : (
            <a className="link" href={`mailto:${customer.email}`}>
              <bdi>{customer.email}</bdi>
            </a>
          )}
        </Fact>
        <Fact label={t('rma:field.language')}>{nameOf(customer.language)}</Fact>
        <Fact label={t('rma:field.address')}>
          <bdi>{address}</bdi>
        </Fact>
      </dl>
    </section>
  );
}
