import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { PencilLine } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { usePermission, useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { CollectionLine } from '../../shared/collection/collection-line.tsx';
import { wishOf } from '../../shared/collection/collection-words.ts';
import { ButtonLink } from '../../shared/item/button-link.tsx';
import { useReading } from '../../shared/item/reading.ts';
import { ActionBar, useActions } from './action-bar.tsx';
import { readyAt, whyKept } from '../../shared/handover/handover-rules.ts';
import { nextStep } from './next-step.ts';
import { ReaderLinks } from './reader-links.tsx';
import { usePiecesOfClient } from '../../shared/handover/use-ready-of-client.ts';

const HandoverDialog = lazyPart(() => import('../../shared/handover/handover-dialog.tsx'), 'HandoverDialog');

/** What happens next to the piece, the actions for it, and the client's other pieces that are ready here. */
export function NextStepCard({ item }: { item: ItemView }) {
  const { t } = useTranslation(['rma', 'search', 'pickup', 'status', 'shell']);
  const reading = useReading();
  const ready = useReadyHere(item);
  const free = ready.filter((row) => whyKept(row) === null);
  const others = ready.filter(({ id }) => id !== item.id);
  const isReady = others.length < ready.length;
  const words = useNextWords(item, free.some(({ id }) => id === item.id) ? free.length : 1);
  const isOver = nextStep(item, true) === 'done';
  const isReader = useIsReader(item);
  return (
    <section className="next-card stack gap-12 rounded" aria-label={t('rma:next.title')}>
      <div>
        <span className="small muted">{t('rma:next.title')}</span>
        {!(isOver && others.length > 0) && !leavesOtherwise(item) && (
          <p className="strong" data-testid="next-step">
            {isReader ? t(`status:name.${item.rma_status_id}`) : words}
          </p>
        )}
        {others.length > 0 && !isReady && (
          <p className="strong" data-testid="ready-beside">
            {t('pickup:lies', { count: others.length })}
          </p>
        )}
      </div>
      <CollectionLine item={item} />
      {reading === null ? (
        <div className="row wrap">
          {!isReady && <HandOverOthers others={others} />}
          {isReader ? <ReaderLinks item={item} /> : <ActionBar item={item} ready={free} />}
          {isReady && (
            <ButtonLink to={`/pickup?id=${item.rma_id}`} testId="to-pickup">
              {t('shell:title.pickup')}
            </ButtonLink>
          )}
        </div>
      ) : (
        <div className="row">
          <Button icon={<PencilLine size={16} aria-hidden />} onClick={reading.work} testId="work-on-it">
            {t('search:read.work')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** It is sent or delivered instead: the client's wish says what is next. */
const leavesOtherwise = (item: ItemView): boolean => {
  const wish = wishOf(item);
  return wish === 'other_shop.back' || wish === 'delivery.back';
};

/** Whether the person may do nothing with the piece and replay its history: an auditor is not asked to move it. */
function useIsReader(item: ItemView): boolean {
  const mayReplay = usePermission('audit replay');
  return useActions(item).length === 0 && mayReplay;
}

/** The client's pieces that may be handed over at this counter, by a person who may do so. */
function useReadyHere(item: ItemView): ItemView[] {
  const { user, site, allPermission } = useSession().view;
  const { pieces } = usePiecesOfClient(item);
  const mayHandOver = user.user_type === 'shop' && site !== null && allPermission.includes('shop handover');
  return mayHandOver ? readyAt(site.id, pieces) : [];
}

function useNextWords(item: ItemView, readyCount: number): string {
  const { t } = useTranslation(['rma', 'refusals', 'pickup']);
  const format = useStaffFormat();
  const next = nextStep(item, useSession().view.user.user_type === 'shop');
  const minor = next === 'pay' ? item.fee_open : next === 'refund' ? item.fee_to_return : item.repair_fee;
  const amount = format.money(minor, item.repair_fee_ccy);
  // A bench receives no amounts: it shows that the fee is open, not how much it is.
  if (next === 'accept_fee' && item.repair_fee_ccy === '') return t('refusals:fee_not_settled');
  if (next === 'call' && readyCount > 1) return t('pickup:call', { count: readyCount });
  return t(`rma:next.${next}`, { amount });
}

/** From a piece that is gone or elsewhere to the client's pieces that lie here. */
function HandOverOthers({ others }: { others: readonly ItemView[] }) {
  const { t } = useTranslation(['rma', 'pickup']);
  const [opened, setOpened] = useState<ItemView | null>(null);
  const [first] = others;
  if (first === undefined && opened === null) return null;
  const free = others.filter((row) => whyKept(row) === null);
  return (
    <>
      {first !== undefined && (
        <Button variant="primary" onClick={() => setOpened(first)} testId="hand-over-beside">
          {free.length > 0
            ? t('pickup:handOver', { count: free.length })
            : t('rma:handover.title', { number: first.number })}
        </Button>
      )}
      {opened !== null && (
        <Suspense fallback={null}>
          <HandoverDialog item={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
