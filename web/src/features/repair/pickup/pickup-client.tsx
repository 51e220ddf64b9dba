import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { CircleCheck } from 'lucide-react';
import { errorLine } from '../../../lib/api/notice-error.ts';
import { nameOf } from '../../../lib/i18n/languages.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { HandedOver } from './handed-over.tsx';
import { OpenPieces } from './open-pieces.tsx';
import { PayPanel } from './pay-panel.tsx';
import { ReadyPieces } from './ready-pieces.tsx';
import { useCounter } from './use-counter.ts';
import { usePiecesAtCounter, type ClientPieces } from './use-pieces-at-counter.ts';
import { WhoCollects } from './who-collects.tsx';
import { Shortcut } from '../../../shared/keys/shortcut.tsx';

interface PickupClientProps {
  rmaId: number;
  onScan: (code: string) => void;
  onLeave: () => void;
}

/** What one client takes with them: their pieces on the one side, money, signature and the one button on the other. */
export function PickupClient({ rmaId, onScan, onLeave }: PickupClientProps) {
  const { client, error, retry } = usePiecesAtCounter(rmaId);
  useWedge({ onScan }, client === undefined);
  if (client !== undefined) return <Counter client={client} onScan={onScan} onLeave={onLeave} />;
  if (error == null) return <Skeleton rows={6} height={72} gap={16} />;
  return <ErrorState title={errorLine(error)} onRetry={() => retry?.()} />;
}

interface CounterProps extends Omit<PickupClientProps, 'rmaId'> {
  client: ClientPieces;
}

function Counter({ client, onScan, onLeave }: CounterProps) {
  const { t } = useTranslation('pickup');
  const counter = useCounter(client);
  const { pickup, isReady, submit, takeBy } = counter;
  useWedge({ onScan, onKey: takeBy });
  useKeys({ onEnter: pickup.done === null ? submit : onLeave, onEscape: onLeave });
  const [canLeave] = useState(() => client.here.length > 0);
  if (pickup.done !== null) return <HandedOver done={pickup.done} open={client.open} onLeave={onLeave} />;
  return (
    <div className="stack pickup" data-testid="pickup" data-ready={isReady || undefined}>
      <ClientBand client={client} onLeave={onLeave} />
      <div className="pickup-columns grid gap-16">
        <div className="stack">
          <ReadyPieces counter={counter} client={client} />
          <OpenPieces items={client.open} />
          {canLeave && <WhoCollects counter={counter} owner={client.deposit.fullname} />}
        </div>
        {client.here.length > 0 ? (
          <PayPanel counter={counter} language={client.deposit.language} />
        ) : (
          <p className="panel panel-body muted">{t('nothing')}</p>
        )}
      </div>
    </div>
  );
}

/** Whose pieces these are, and the way to the next client. */
function ClientBand({ client: { deposit }, onLeave }: { client: ClientPieces; onLeave: () => void }) {
  const { t } = useTranslation('pickup');
  const format = useStaffFormat();
  return (
    <header className="pickup-band flex wrap middle gap-14" data-testid="pickup-client">
      <CircleCheck size={26} aria-hidden />
      <bdi className="pickup-number num">{t('receipt', { number: deposit.number })}</bdi>
      <span>{t('deposited', { name: deposit.fullname, date: format.date(deposit.created_at) })}</span>
      <span className="push num">
        <bdi>{deposit.fullphone}</bdi> · {nameOf(deposit.language)}
      </span>
      <Button
        className="pickup-next"
        iconAfter={<Shortcut of="pickup.another" />}
        onClick={onLeave}
        testId="pickup-leave"
      >
        {t('another')}
      </Button>
    </header>
  );
}

/** Enter hands over and Escape leaves, from anywhere but a field, a button or a window that has them for itself. */
function useKeys({ onEnter, onEscape }: { onEnter: () => void; onEscape: () => void }): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('[role=dialog]') !== null) return;
      const inField =
        event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      const onButton = event.target instanceof Element && event.target.closest('button, a') !== null;
      if (event.key === 'Escape' && !inField) onEscape();
      if (event.key === 'Enter' && !inField && !onButton) onEnter();
    };
    // After the scanner's listener, which takes the Enter of a code for itself.
    globalThis.addEventListener('keydown', onKeyDown);
    return () => globalThis.removeEventListener('keydown', onKeyDown);
  });
}
