import { Fact } from '@atelier/ui/layout/fact.tsx';
import type { WaiverView } from '@atelier/contracts/repair/decisions-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { serverNow } from '../../../lib/time/server-clock.ts';
import { GalleryPart } from '../../../shared/images/gallery-part.tsx';
import { useAgeClock } from '../../../shared/item/minute-clock.ts';
import { PieceName, StageCell } from '../../../shared/item/piece-cells.tsx';
import { reasonsQuery, useReasonName } from '../../../shared/item/reasons.ts';
import { ByLine } from '../../../shared/decisions/by-line.tsx';

export interface WaiverCardProps {
  waiver: WaiverView;
  onApprove: () => void;
  onReject: () => void;
}

/** One request: the piece and its facts, what the shop says, and the two answers. */
export function WaiverCard({ waiver, onApprove, onReject }: WaiverCardProps) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  const { item } = waiver;
  return (
    <article className="panel waiver" data-testid={`waiver-${item.id}`} aria-label={item.number}>
      <div className="waiver-picture">
        <PieceImage kind={item.product_kind} src={item.product_image} alt={item.product_name} size={120} />
      </div>
      <div className="flex at-start between gap-12">
        <div className="stack gap-2">
          <h2>
            <Link to={`/readRma?id=${item.rma_id}&item=${item.id}`}>
              <bdi>{item.number}</bdi>
            </Link>
          </h2>
          <span className="muted small">
            <PieceName item={item} /> · <bdi>{item.store_name}</bdi>
          </span>
        </div>
        <bdi className="waiver-fee strong nowrap num" data-testid="waiver-fee">
          {format.money(item.repair_fee, item.repair_fee_ccy)}
        </bdi>
      </div>
      <ShopWords waiver={waiver} />
      <WaiverFacts waiver={waiver} />
      <GalleryPart itemId={item.id} />
      <div className="row wrap">
        <Button variant="primary" onClick={onApprove} testId={`approve-${item.id}`}>
          {t('waivers.approve')}
        </Button>
        <Button onClick={onReject} testId={`reject-${item.id}`}>
          {t('waivers.reject')}
        </Button>
      </div>
    </article>
  );
}

function ShopWords({ waiver }: { waiver: WaiverView }) {
  const { t } = useTranslation('decisions');
  return (
    <div className="waiver-words stack gap-4">
      <blockquote dir="auto" data-testid="waiver-remark">
        {waiver.remark === '' ? <span className="faint">{t('waivers.noRemark')}</span> : waiver.remark}
      </blockquote>
      <ByLine name={waiver.requested_by} at={waiver.requested_at} />
      {waiver.requests > 1 && (
        <p className="small">
          <Tag testId="waiver-second">{t('waivers.second')}</Tag>{' '}
          {waiver.rejected_because !== '' && t('waivers.rejectedBefore', { reason: waiver.rejected_because })}
        </p>
      )}
    </div>
  );
}

/** What one decides by: warranty, repairs before, the reasons claimed, where it stands, how long it waits. */
function WaiverFacts({ waiver }: { waiver: WaiverView }) {
  const { t } = useTranslation(['decisions', 'rma', 'repair']);
  const format = useStaffFormat();
  const nameOf = useReasonName(useQuery(reasonsQuery()).data?.data);
  useAgeClock();
  const { item } = waiver;
  const age = serverNow() - Date.parse(waiver.requested_at);
  const claimed = item.rma_item_to_reason.map((one) => nameOf(one.rma_item_reason_id, one.Name));
  const bought = item.purchase_date === null ? '' : format.date(item.purchase_date);
  return (
    <dl className="waiver-facts">
      <Fact label={t('decisions:waivers.waiting')}>
        <time dateTime={waiver.requested_at}>{format.ageLong(age)}</time>
      </Fact>
      <Fact label={t('terms:field.warranty')}>
        {t(item.is_under_warranty ? 'terms:warranty.in' : 'terms:warranty.out')}
      </Fact>
      <Fact label={t('terms:field.purchased')}>{bought}</Fact>
      <Fact label={t('terms:field.repairs')}>{format.number(item.repair_history.total_180)}</Fact>
      <Fact label={t('terms:field.reasons')}>{format.list(claimed)}</Fact>
      <Fact label={t('rma:list.column.status')}>
        <StageCell status={item.rma_status_id} bar={false} />
      </Fact>
    </dl>
  );
}
