import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import type { ReceiptView } from '@atelier/contracts/shipping/receiving-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { PackageX } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { errorLine } from '../../../lib/api/notice-error.ts';
import { useLiveRefresh } from '../../../live/use-live.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { receiptQuery } from '../queries.ts';
import { stageOfPackage, useReceivingRights } from './rights.ts';

/** Who works on a package does not load how it is looked on, and the other way round. */
const ReceiveBench = lazyPart(() => import('./receive-bench.tsx'), 'ReceiveBench');
const AstrayPanel = lazyPart(() => import('./astray-panel.tsx'), 'AstrayPanel');
const Overview = lazyPart(() => import('./overview.tsx'), 'Overview');

export interface ReceivePageProps {
  tracking: string;
  onLeave: () => void;
}

/** One package: its receiver works on it, its sender looks on, and both see the same as it changes. */
export function ReceivePage({ tracking, onLeave }: ReceivePageProps) {
  const query = useQuery(receiptQuery(tracking));
  const receipt = query.data?.data;
  const topic = receipt === undefined ? [] : [`shipment:${receipt.shipment.id}`];
  useLiveRefresh(receiptQuery(tracking).queryKey, topic);
  const { mayReceiveAt } = useReceivingRights();
  if (receipt === undefined) return <NotYet query={query} tracking={tracking} onLeave={onLeave} />;
  const stage = stageOfPackage(receipt.shipment);
  const isWorked =
    receipt.side === 'receiver' && isUnderWay(receipt) && stage !== null && mayReceiveAt(stage);
  const shared = { receipt, tracking, onLeave };
  return (
    <Suspense fallback={<Waiting />}>
      {isWorked ? <ReceiveBench {...shared} stage={stage} /> : <Overview {...shared} />}
    </Suspense>
  );
}

const UNDER_WAY = new Set<ReceiptView['shipment']['state']>([
  'Sent',
  'PartlyReceived',
  'Received',
  'Discrepancy',
]);
const isUnderWay = ({ shipment }: ReceiptView): boolean => UNDER_WAY.has(shipment.state);

interface NotYetProps extends ReceivePageProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}

function NotYet(props: NotYetProps) {
  const [isAstray, setAstray] = useState(false);
  if (!isAstray) return <Unready {...props} onTake={() => setAstray(true)} />;
  return (
    <Suspense fallback={<Waiting />}>
      <AstrayPanel tracking={props.tracking} onLeave={props.onLeave} />
    </Suspense>
  );
}

function Unready({ query, tracking, onLeave, onTake }: NotYetProps & { onTake: () => void }) {
  const { t } = useTranslation(['repair', 'receiving']);
  const { error } = query;
  const { canTakeIn } = useReceivingRights();
  useWedge({ onScan: () => undefined });
  const back = (
    <Button onClick={onLeave} size="large" testId="other-package">
      {t('repair:scan.otherPackage')}
    </Button>
  );
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <section className="panel">
        <EmptyState
          title={t('receiving:unknown')}
          icon={<PackageX aria-hidden />}
          action={back}
          testId="package-unknown"
        >
          <bdi className="strong num">{tracking}</bdi>
        </EmptyState>
        {canTakeIn && <AstrayOffer onTake={onTake} />}
      </section>
    );
  }
  if (error !== null) {
    return (
      <section className="panel">
        <ErrorState
          title={t('receiving:loadFailed')}
          detail={errorLine(error)}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      </section>
    );
  }
  return <Waiting />;
}

/** The carrier may have brought it to the wrong door: its pieces can still be taken in, one by one. */
function AstrayOffer({ onTake }: { onTake: () => void }) {
  const { t } = useTranslation('receiving');
  return (
    <div className="astray-offer flex wrap middle pad-12 line-above">
      <span>{t('astray.ask')}</span>
      <Button variant="quiet" onClick={onTake} testId="take-astray">
        {t('astray.open')}
      </Button>
    </div>
  );
}

function Waiting() {
  return (
    <div className="grid gap-18 packed">
      <Skeleton height={84} />
      <Skeleton height={330} />
    </div>
  );
}
