import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ListRow, PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { Pager } from '../../shared/paged-table/pager.tsx';
import { PAGE_SIZE, useDeliveries, type DeliveryView } from './queries.ts';
import { SentPayload } from './sent-payload.tsx';

/** Every attempt of the last month, the newest first. */
export function Deliveries({ id }: { id: number }) {
  const { t } = useTranslation('webhooks');
  const [page, turnTo] = useState(1);
  const deliveries = useDeliveries(id, page);
  const total = deliveries.data?.total ?? 0;
  return (
    <PagedTable
      query={deliveries}
      skeleton={{ rows: 3, height: 36, gap: 10 }}
      failed={t('deliveriesFailed')}
      testId="webhook-deliveries"
      empty={<EmptyState title={t('noDeliveries')}>{t('noDeliveriesBody')}</EmptyState>}
      foot={<Pager id="deliveries" total={total} pageSize={PAGE_SIZE} page={page} onPage={turnTo} byTime />}
    >
      {(delivery) => <Delivery key={delivery.id} webhookId={id} delivery={delivery} />}
    </PagedTable>
  );
}

function Delivery({ webhookId, delivery }: { webhookId: number; delivery: DeliveryView }) {
  const { t } = useTranslation('webhooks');
  const { dateTime, number } = useStaffFormat();
  const [isOpen, setOpen] = useState(false);
  const { type, position, outcome, status, attempt, ms, answer, at, webhook_id: messageId } = delivery;
  return (
    <ListRow className="delivery-row" data-outcome={outcome}>
      <span className="words small">
        <bdi lang="en" dir="ltr" title={messageId}>
          {type}
        </bdi>
        {position !== null && <span className="muted num">{t('at', { position: number(position) })}</span>}
      </span>
      <span className="words small">
        <span>{t(`outcome.${outcome}`, { status })}</span>
        <span className="muted num">{t('attempt', { attempt: number(attempt), ms: number(ms) })}</span>
        {answer !== '' && (
          <bdi className="muted webhook-answer" dir="auto">
            {answer}
          </bdi>
        )}
      </span>
      <span className="words small">
        <span className="muted num">{dateTime(at)}</span>
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          testId={`delivery-show-${delivery.id}`}
        >
          {t(isOpen ? 'hide' : 'show')}
        </Button>
      </span>
      {isOpen && <SentPayload webhookId={webhookId} deliveryId={delivery.id} />}
    </ListRow>
  );
}
