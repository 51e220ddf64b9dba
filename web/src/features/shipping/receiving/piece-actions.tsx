import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { PieceCell, StageCell } from '../../../shared/item/piece-cells.tsx';
import { useReceivingRights } from './rights.ts';
import type { Receiving } from './use-receiving.ts';

const SettleDialog = lazyPart(() => import('./settle-dialog.tsx'), 'SettleDialog');
const WeighDialog = lazyPart(() => import('../../../shared/weights/weigh-dialog.tsx'), 'WeighDialog');
const RejectDialog = lazyPart(() => import('../../../shared/decisions/reject-dialog.tsx'), 'RejectDialog');

export interface PieceActionsProps {
  item: ItemView | null;
  isSaved: boolean;
  receiving: Receiving;
  /** The person stands where the package arrives. */
  isHere: boolean;
}

/** What may be done about one piece of the package: said to be missing or found, declared lost, rejected by its shop. */
export function PieceActions({ item, isSaved, receiving, isHere }: PieceActionsProps) {
  const { t } = useTranslation(['receiving', 'gold']);
  const rights = useReceivingRights();
  const [asked, setAsked] = useState<'settle' | 'reject' | 'weigh' | null>(null);
  if (item === null) {
    return (
      <Panel title={t('terms:field.product')} padded testId="piece-actions">
        <p className="muted">{t('piece.pick')}</p>
      </Panel>
    );
  }
  const isMissing = item.holds.includes('missing');
  const isTravelling = item.custody.kind === 'shipment';
  const canReject =
    rights.canReject && isHere && isSaved && item.rma_status_id === Status.ShopReceived && !isTravelling;
  const canWeigh = isHere && isSaved && item.rma_status_id === Status.ShopReceived && !isTravelling;
  const close = () => setAsked(null);
  return (
    <Panel
      title={t('terms:field.product')}
      padded
      testId="piece-actions"
      action={
        <Link className="link" to={`/readRma?id=${item.rma_id}&item=${item.id}`} data-testid="piece-open">
          {t('piece.open')}
        </Link>
      }
    >
      <div className="stack">
        <div className="row wrap between">
          <PieceCell item={item} />
          <StageCell status={item.rma_status_id} bar={false} />
        </div>
        <div className="row wrap">
          {rights.canReport && isTravelling && !isMissing && (
            <Button
              busy={receiving.missing.isPending}
              onClick={() => receiving.missing.mutate([item.id])}
              testId="piece-missing"
            >
              {t('piece.missing')}
            </Button>
          )}
          {rights.canReport && isMissing && (
            <Button
              variant="primary"
              busy={receiving.found.isPending}
              onClick={() => receiving.found.mutate([item.id])}
              testId="piece-found"
            >
              {t('piece.found')}
            </Button>
          )}
          {rights.canSettle && isMissing && (
            <Button variant="danger" onClick={() => setAsked('settle')} testId="piece-settle">
              {t('piece.settle')}
            </Button>
          )}
          {canWeigh && (
            <Button onClick={() => setAsked('weigh')} testId="piece-weigh">
              {t('gold:piece.weigh')}
            </Button>
          )}
          {canReject && (
            <Button variant="danger" onClick={() => setAsked('reject')} testId="piece-reject">
              {t('piece.reject')}
            </Button>
          )}
        </div>
      </div>
      <Suspense fallback={null}>
        {asked === 'settle' && <SettleDialog item={item} receiving={receiving} onClose={close} />}
        {asked === 'weigh' && <WeighDialog item={item} onClose={close} />}
        {asked === 'reject' && <RejectDialog item={item} onClose={close} />}
      </Suspense>
    </Panel>
  );
}
