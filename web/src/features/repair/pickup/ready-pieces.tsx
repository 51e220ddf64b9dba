import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { itemFileQuery } from '../../../shared/queries/item.ts';
import { CollectionLine } from '../../../shared/collection/collection-line.tsx';
import { LoanAtPickup } from '../../../shared/loans/loan-at-pickup.tsx';
import { StoragePlace } from '../../../shared/storage/storage-place.tsx';
import { keptBy } from './pickup-rules.ts';
import type { Counter } from './use-counter.ts';
import type { ClientPieces } from './use-pieces-at-counter.ts';

const RefundDialog = lazyPart(() => import('../../../shared/handover/refund-dialog.tsx'), 'RefundDialog');

interface ReadyPiecesProps {
  counter: Counter;
  client: ClientPieces;
}

/** What lies here for the client: where to fetch it, what it costs, and why one stays. */
export function ReadyPieces({ counter, client: { deposit, here, open } }: ReadyPiecesProps) {
  const { t } = useTranslation('pickup');
  const format = useStaffFormat();
  const free = here.filter((item) => keptBy(item) === null).length;
  return (
    <Panel
      title={t('giveBack', { name: deposit.fullname })}
      aside={t('ready', {
        count: free,
        ready: format.number(free),
        total: format.number(here.length + open.length),
      })}
      testId="pickup-ready"
    >
      {here.map((item) => (
        <ReadyPiece key={item.id} item={item} counter={counter} />
      ))}
    </Panel>
  );
}

function ReadyPiece({ item, counter }: { item: ItemView; counter: Counter }) {
  const { t } = useTranslation(['pickup', 'refusals', 'values', 'common']);
  const kept = keptBy(item);
  const refusal = counter.pickup.refused?.pieces.get(item.id);
  return (
    <div
      className="pickup-piece"
      data-kept={kept !== null || undefined}
      data-refused={refusal !== undefined || undefined}
      data-testid={`pickup-piece-${item.id}`}
    >
      <input
        type="checkbox"
        className="pickup-tick"
        aria-label={t('pickup:takes', { number: item.number })}
        checked={counter.isTicked(item)}
        disabled={kept !== null}
        onChange={() => counter.toggle(item)}
        data-testid={`pickup-tick-${item.id}`}
      />
      <PieceImage kind={item.product_kind} src={item.product_image} size={120} />
      <div className="pickup-what stack gap-3">
        <bdi className="pickup-number num">{item.number}</bdi>
        <bdi className="strong">{item.product_name}</bdi>
        <Facts item={item} />
        <Invoice item={item} />
        {item.outcome !== null && (
          <span className="small pickup-done">{t(`values:outcome.${item.outcome}`)}</span>
        )}
        <CollectionLine item={item} />
        {counter.isTicked(item) && <LoanAtPickup item={item} loans={counter.loans} />}
        {kept !== null && <span className="small danger">{t(`refusals:${kept}`, kept)}</span>}
        {refusal !== undefined && (
          <span className="small danger" role="alert" data-testid={`pickup-refused-${item.id}`}>
            {t(`refusals:${refusal}`, refusal)}
          </span>
        )}
        <Refund item={item} />
      </div>
      <div className="pickup-place">
        {item.storage === null ? (
          <span className="small muted">{t('pickup:place.none')}</span>
        ) : (
          <StoragePlace place={item.storage} />
        )}
      </div>
      <Price item={item} />
    </div>
  );
}

/** Metal, size, and what it weighs now beside what it weighed when it came. */
function Facts({ item }: { item: ItemView }) {
  const { t } = useTranslation(['pickup', 'terms']);
  const format = useStaffFormat();
  const file = useQuery(itemFileQuery(item.id)).data?.data;
  const grams = (value: number) => t('terms:grams', { value: format.number(value) });
  const [now, was] = [file?.final_weight ?? null, file?.total_weight ?? null];
  const weight =
    now !== null && was !== null && now !== was
      ? t('pickup:weighs', { now: grams(now), was: grams(was) })
      : (now ?? was) === null
        ? ''
        : grams(now ?? was ?? 0);
  const facts = [item.product_metal, item.product_size, weight].filter((fact) => fact !== '');
  return (
    <span className="small muted num">
      {facts.map((fact, place) => (
        <Fragment key={fact}>
          {place > 0 && ' · '}
          <bdi>{fact}</bdi>
        </Fragment>
      ))}
    </span>
  );
}

/** The sale that the client declared at the deposit; it stands on the handover paper, too. */
function Invoice({ item: { id, invoice_number: number, purchase_date: day } }: { item: ItemView }) {
  const { t } = useTranslation('terms');
  const format = useStaffFormat();
  if (number === '') return null;
  return (
    <span className="small muted num" data-testid={`pickup-invoice-${id}`}>
      {t('field.invoice')} <bdi>{number}</bdi>
      {day !== null && (
        <>
          {' · '}
          <bdi>{format.date(day)}</bdi>
        </>
      )}
    </span>
  );
}

function Price({ item }: { item: ItemView }) {
  const { t } = useTranslation('pickup');
  const format = useStaffFormat();
  const { fee_open: open, fee_paid_amount: paid, repair_fee_ccy: currency } = item;
  const words = open > 0 ? format.money(open, currency) : t(paid > 0 ? 'paid' : 'free');
  return <bdi className="pickup-price num">{words}</bdi>;
}

/** Money that goes back first; a reason in its place is asked for beside the signature. */
function Refund({ item }: { item: ItemView }) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const mayPay = usePermission('take payment');
  const [isOpen, setOpen] = useState(false);
  if (item.fee_to_return === 0 && !isOpen) return null;
  const amount = format.money(item.fee_to_return, item.repair_fee_ccy);
  return (
    <span className="row wrap gap-8">
      <span className="small danger">
        {t('terms:field.toReturn')} <bdi className="num">{amount}</bdi>
      </span>
      {mayPay && (
        <Button onClick={() => setOpen(true)} testId={`pickup-refund-${item.id}`}>
          {t('action.refund')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <RefundDialog item={item} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
