import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { parseScannedCode, readPieceCode } from '@atelier/domain/repair/item/item-number.ts';
import { PackageOpen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import type { Verdict } from '../../../shared/scan/verdict-state.ts';

const ReasonDialog = lazyPart(() => import('../../../shared/decisions/reason-dialog.tsx'), 'ReasonDialog');

interface OverrideOfferProps {
  verdict: Verdict | null;
  target: number;
  onDone: () => void;
}

/** A piece that its shop has not sent, and that lies here all the same: received with a reason (product/repair.md §2, 1 → 3). */
export function OverrideOffer({ verdict, target, onDone }: OverrideOfferProps) {
  const { t } = useTranslation('repair');
  const [isOpen, setOpen] = useState(false);
  const number = verdict?.item?.number ?? readPieceCode(verdict?.code ?? '');
  const id = verdict?.item?.id ?? parseScannedCode(number)?.id ?? 0;
  const isOffered =
    target === Status.ReceiveFromShop &&
    verdict?.kind === 'wrong_stage' &&
    verdict.answer?.rma_status_id === Status.Created;
  if (!isOffered || id === 0) return null;
  return (
    <>
      <Button
        icon={<PackageOpen size={16} aria-hidden />}
        onClick={() => setOpen(true)}
        testId="override-offer"
      >
        {t('scan.override')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReasonDialog
            title={t('scan.overrideTitle', { number })}
            body={<p>{t('scan.overrideBody')}</p>}
            accept={t('scan.override')}
            call={(reason) => ({
              method: 'PUT',
              path: '/rmastatus',
              body: { id, rma_status_id: Status.ReceiveFromShop, move: 'override', reason },
            })}
            done={t('scan.overrideDone', { number })}
            onDone={onDone}
            onClose={() => setOpen(false)}
            testId="override"
          />
        </Suspense>
      )}
    </>
  );
}
