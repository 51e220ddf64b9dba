import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { CircleCheck, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Kbd } from '@atelier/ui/controls/menu.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { OpenPieces } from './open-pieces.tsx';
import { printPapers, type Pickup } from './use-pickup.ts';

interface HandedOverProps {
  done: Pick<Pickup, 'items' | 'name' | 'payments'>;
  open: readonly ItemView[];
  onLeave: () => void;
}

/** They are gone; the papers come out of the printer, and the next client stands there. */
export function HandedOver({ done: { items, name, payments }, open, onLeave }: HandedOverProps) {
  const { t } = useTranslation('pickup');
  const format = useStaffFormat();
  return (
    <div className="stack">
      <section className="panel" data-testid="pickup-done">
        <EmptyState
          title={t('done', { count: items.length, name })}
          icon={<CircleCheck aria-hidden />}
          action={
            <span className="row wrap">
              <Button
                variant="primary"
                size="large"
                iconAfter={<Kbd>Enter</Kbd>}
                onClick={onLeave}
                testId="pickup-next"
              >
                {t('another')}
              </Button>
              <Button
                icon={<Printer size={16} aria-hidden />}
                onClick={() => void printPapers(items, payments.length > 0)}
                testId="pickup-print"
              >
                {t('printAgain')}
              </Button>
            </span>
          }
        >
          <bdi className="num">{format.list(items.map(({ number }) => number))}</bdi>
        </EmptyState>
      </section>
      <OpenPieces items={open} />
    </div>
  );
}
