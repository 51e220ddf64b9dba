import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import type { ItemView, RmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner, EmptyState, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorLine } from '../../lib/api/notice-error.ts';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { DifferencePart } from '../../shared/decisions/difference-part.tsx';
import { SavPart } from './sav-part.tsx';
import { GalleryPart } from '../../shared/images/gallery-part.tsx';
import { DetailHead, OtherPieces } from './detail-head.tsx';
import { EarlierPart } from './earlier-part.tsx';
import { CustodySection } from './custody-section.tsx';
import { ContactPart, FactsPart } from './facts-part.tsx';
import { FilePart } from './file-part.tsx';
import { MoneyPart, ReasonsPart, WarrantyPart } from './findings-part.tsx';
import { UnreadBanner } from './thread/unread-banner.tsx';
import { PurchasePart } from './purchase-part.tsx';
import { useReading } from '../../shared/item/reading.ts';
import { TimelinePart } from './timeline-part.tsx';
import { useItemParts, useRma, useTimeoutGuard } from './use-detail.ts';
import './rma-detail.css';
import { Status } from '@atelier/domain/shared/status.ts';

/** What may be done is decided by many rules: the facts are drawn meanwhile. */
const ExpectedPart = lazyPart(() => import('./expected-part.tsx'), 'ExpectedPart');
const LoanPart = lazyPart(() => import('./loan-part.tsx'), 'LoanPart');
const FollowUpsPart = lazyPart(() => import('./decisions/follow-ups-part.tsx'), 'FollowUpsPart');
const RemarksPart = lazyPart(() => import('./remarks-part.tsx'), 'RemarksPart');
const MessagesPart = lazyPart(() => import('./messages-part.tsx'), 'MessagesPart');
const WeightsPart = lazyPart(() => import('./weights-part.tsx'), 'WeightsPart');
const NextStepCard = lazyPart(() => import('./next-step-card.tsx'), 'NextStepCard');

export interface RmaDetailProps {
  rmaId: number;
  /** Which item; the first one when not given. */
  itemId: number | null;
  onItem: (itemId: number) => void;
  /** Two columns where the page has room. */
  wide?: boolean;
}

/** One repair: where it stands, what happens next, and everything that is known of it. Its parts load on their own. */
export function RmaDetail({ rmaId, itemId, onItem, wide = false }: RmaDetailProps) {
  const { t } = useTranslation('rma');
  const rma = useRma(rmaId);
  if (rma.isPending) return <Skeleton rows={10} height={28} gap={16} />;
  if (rma.data === undefined) return <RmaMissing error={rma.error} onRetry={() => void rma.refetch()} />;
  const deposit = rma.data.data;
  const item = deposit.items.find((one) => one.id === itemId) ?? deposit.items[0];
  if (item === undefined)
    return <EmptyState title={t('detail.notFound')}>{t('detail.notFoundBody')}</EmptyState>;
  return <ItemDetail key={item.id} deposit={deposit} item={item} onItem={onItem} wide={wide} />;
}

function RmaMissing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('rma');
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title={t('detail.notFound')} testId="rma-not-found">
        {t('detail.notFoundBody')}
      </EmptyState>
    );
  }
  const isTimeout = error instanceof ApiError && error.kind === 'timeout';
  return (
    <ErrorState
      title={isTimeout ? t('detail.timeout') : t('detail.failed')}
      detail={isTimeout ? t('detail.timeoutBody') : errorLine(error)}
      onRetry={onRetry}
    />
  );
}

interface ItemDetailProps {
  deposit: RmaView;
  item: ItemView;
  onItem: (itemId: number) => void;
  wide: boolean;
}

function ItemDetail({ deposit, item, onItem, wide }: ItemDetailProps) {
  const { t } = useTranslation('rma');
  const parts = useItemParts(item.id);
  const { history, comments } = parts;
  const mayRelease = useMayRelease(item);
  const askAgain = useTimeoutGuard(Object.values(parts));
  return (
    <article
      className={wide ? 'detail wide' : 'detail'}
      data-testid="rma-detail"
      data-item={item.id}
      data-status={item.rma_status_id}
    >
      <div className="detail-main">
        <DetailHead deposit={deposit} item={item} />
        <StandingBanner item={item} />
        <UnreadBanner itemId={item.id} />
        <Suspense fallback={<Skeleton rows={1} height={96} />}>
          <NextStepCard item={item} />
        </Suspense>
        {askAgain !== null && (
          <Banner
            tone="error"
            title={t('detail.timeout')}
            action={<Button onClick={askAgain}>{t('common:retry')}</Button>}
          >
            {t('detail.timeoutBody')}
          </Banner>
        )}
        <Suspense fallback={null}>
          <ExpectedPart item={item} file={parts.file.data?.data} />
          <LoanPart item={item} file={parts.file.data?.data} />
          <FollowUpsPart item={item} />
        </Suspense>
        <GalleryPart itemId={item.id} mayRelease={mayRelease} />
        <OtherPieces deposit={deposit} current={item} onItem={onItem} />
        <Suspense fallback={<Skeleton rows={3} height={28} />}>
          <RemarksPart item={item} comments={comments} />
        </Suspense>
        <EarlierPart earlier={parts.earlier} />
        <Suspense fallback={null}>
          <MessagesPart itemId={item.id} />
        </Suspense>
        <Suspense fallback={null}>
          <WeightsPart item={item} file={parts.file.data?.data} />
        </Suspense>
        <TimelinePart history={history} />
        <CustodySection itemId={item.id} />
      </div>
      <div className="detail-side">
        <MoneyPart item={item} payments={parts.file.data?.data.payments ?? []} language={deposit.language} />
        <WarrantyPart item={item} />
        <ReasonsPart item={item} />
        <DifferencePart item={item} />
        <SavPart item={item} />
        <ContactPart deposit={deposit} item={item} />
        <FactsPart deposit={deposit} item={item} />
        <PurchasePart purchase={parts.purchase} />
        <FilePart deposit={deposit} file={parts.file} />
      </div>
    </article>
  );
}

function StandingBanner({ item }: { item: ItemView }) {
  const { t } = useTranslation(['rma', 'piece']);
  const format = useStaffFormat();
  if (item.rma_status_id === Status.Cancelled)
    return <Banner tone="warn">{t('rma:detail.cancelledBanner')}</Banner>;
  if (item.holds.length === 0) return null;
  const holds = format.list(item.holds.map((hold) => t(`piece:hold.${hold}`, hold)));
  return <Banner tone="warn">{t('rma:detail.holdBanner', { holds })}</Banner>;
}

/** The shop that took it in decides which pictures its customer is shown. */
function useMayRelease(item: ItemView): boolean {
  const { site, user, allPermission } = useSession().view;
  const reading = useReading();
  return (
    reading === null &&
    user.user_type === 'shop' &&
    site?.id === item.store_id &&
    (allPermission.includes('take payment') || allPermission.includes('view request new rma page'))
  );
}
