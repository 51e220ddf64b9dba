import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import type { PackageView, ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { ArrowRight, CircleCheck, PackageCheck, Truck, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { LazyPrint } from '../../shared/documents/lazy-print.tsx';
import { PackageMenu } from './package-menu.tsx';
import { SignatureHistory } from './signature-history.tsx';
import { useCarrierName } from './carrier-field.tsx';
import { ReturnedDialog, UnsendDialog } from './lazy-package-dialogs.ts';
import { totalOf } from './package-total.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { SHIPPING } from './queries.ts';

const DeliverDialog = lazyPart(() => import('../../shared/decisions/deliver-dialog.tsx'), 'DeliverDialog');

export interface SentPanelProps {
  shipment: ShipmentView;
  view: PackageView;
  onRenumbered: (tracking: string) => void;
  onNext: () => void;
  onChanged: () => void;
}

/** A package that has left: when and with whom, and what may still be said of it. */
export function SentPanel({ shipment, view, onRenumbered, onNext, onChanged }: SentPanelProps) {
  const { t } = useTranslation(['sending', 'shipping', 'values']);
  const isCancelled = shipment.state === 'Cancelled';
  return (
    <Panel
      className="send-panel"
      title={t('sending:sent.title')}
      action={!isCancelled && <PackageMenu shipment={shipment} onRenumbered={onRenumbered} />}
      testId="sent-panel"
    >
      <div className="panel-body stack">
        <span className="row">
          <Tag testId="package-state">{t(`values:shipment.${shipment.state}`)}</Tag>
          {shipment.picked_up && <Tag testId="picked-up">{t('sending:sent.pickedUp')}</Tag>}
        </span>
        {isCancelled ? (
          <p>{t('sending:cancel.is')}</p>
        ) : (
          <>
            <SentFacts shipment={shipment} view={view} />
            <SignatureHistory tracking={shipment.tracking_no} version={shipment.version} />
            <SentActions shipment={shipment} view={view} onChanged={onChanged} />
          </>
        )}
        <Button
          variant="primary"
          wide
          autoFocus
          iconAfter={<ArrowRight size={16} aria-hidden className="flips" />}
          onClick={onNext}
          testId="next-package"
        >
          {t('sending:sent.next')}
        </Button>
      </div>
    </Panel>
  );
}

function SentFacts({ shipment, view }: { shipment: ShipmentView; view: PackageView }) {
  const { t } = useTranslation(['sending', 'shipping']);
  const format = useStaffFormat();
  const carrier = useCarrierName(shipment.carrier);
  const total = totalOf(view.prices);
  const { item_count: count, received_count: received, gross_weight: weight } = shipment;
  const facts: readonly (readonly [string, string])[] = [
    [t('terms:field.to'), shipment.to_client ? t('sending:destination.client') : (shipment.to?.name ?? '')],
    [t('terms:field.carrier'), carrier],
    [t('terms:field.seal'), shipment.seal_number],
    [
      t('terms:field.grossWeight'),
      weight === null ? '' : t('sending:seal.grams', { weight: format.number(weight) }),
    ],
    [t('terms:field.value'), total === null ? '' : format.money(total.amount, total.currency)],
  ];
  return (
    <>
      {shipment.sent_at !== null && (
        <p className="row strong tone-good" role="status">
          <CircleCheck size={18} aria-hidden />{' '}
          {t('sending:sent.on', { time: format.dateTime(shipment.sent_at) })}
        </p>
      )}
      {received > 0 && (
        <p className="muted">
          {t('sending:sent.received', { received: format.number(received), count: count })}
        </p>
      )}
      <dl className="sent-facts stack gap-8">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div className="flex between gap-16" key={name}>
              <dt className="small muted">{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}

function SentActions({ shipment, view, onChanged }: Pick<SentPanelProps, 'shipment' | 'view' | 'onChanged'>) {
  const { t } = useTranslation(['sending', 'shipping']);
  const [asked, setAsked] = useState<'unsend' | 'deliver' | 'returned' | null>(null);
  const { tracking_no, version } = shipment;
  const pickup = useCommand(() => ({ path: '/package/pickup', body: { tracking_no }, ifMatch: version }), {
    done: t('sending:sent.pickupDone'),
    refreshes: SHIPPING,
  });
  const isSent = shipment.state === 'Sent';
  const mayDeliver = shipment.to_client && (isSent || shipment.state === 'PartlyReceived');
  return (
    <div className="row wrap">
      <LazyPrint subject={{ kind: 'package', tracking: shipment.tracking_no }} />
      {mayDeliver && (
        <Button
          icon={<PackageCheck size={16} aria-hidden />}
          onClick={() => setAsked('deliver')}
          testId="deliver-package"
        >
          {t('sending:deliver.action')}
        </Button>
      )}
      {mayDeliver && shipment.order_type === 4 && (
        <Button
          variant="quiet"
          icon={<Undo2 size={16} aria-hidden className="flips" />}
          onClick={() => setAsked('returned')}
          testId="package-returned"
        >
          {t('sending:returned.action')}
        </Button>
      )}
      {isSent && !shipment.picked_up && (
        <>
          <Button
            icon={<Truck size={16} aria-hidden className="flips" />}
            busy={pickup.isPending}
            onClick={() => pickup.mutate()}
            testId="pickup-package"
          >
            {t('sending:sent.pickup')}
          </Button>
          <Button
            variant="quiet"
            icon={<Undo2 size={16} aria-hidden className="flips" />}
            onClick={() => setAsked('unsend')}
            testId="unsend-package"
          >
            {t('sending:sent.back')}
          </Button>
        </>
      )}
      {asked === 'unsend' && (
        <Suspense>
          <UnsendDialog shipment={shipment} onClose={() => setAsked(null)} />
        </Suspense>
      )}
      {asked === 'returned' && (
        <Suspense>
          <ReturnedDialog shipment={shipment} items={view.items} onClose={() => setAsked(null)} />
        </Suspense>
      )}
      {asked === 'deliver' && (
        <Suspense>
          <DeliverDialog tracking={shipment.tracking_no} onDone={onChanged} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </div>
  );
}
