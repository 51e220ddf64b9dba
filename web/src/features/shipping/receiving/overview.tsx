import { readPieceCode } from '@atelier/domain/repair/item/item-number.ts';
import type { ReceiptLine, ReceiptView } from '@atelier/contracts/shipping/receiving-schema.ts';
import { Check, CircleHelp, CircleSlash, Truck, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { classNames } from '@atelier/ui/class-names.ts';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { PieceCell } from '../../../shared/item/piece-cells.tsx';
import { LazyPrint } from '../../../shared/documents/lazy-print.tsx';
import { ArrivalPanel } from './arrival-panel.tsx';
import { ExtrasPanel } from './extras-panel.tsx';
import { LogPanel } from './log-panel.tsx';
import { NoticeBand } from './notice-band.tsx';
import { PieceActions } from './piece-actions.tsx';
import { stageOfPackage, useReceivingRights } from './rights.ts';
import { StorePieces } from './store-pieces.tsx';
import { StateTag } from './state-tag.tsx';
import { useReceiving } from './use-receiving.ts';

export interface OverviewProps {
  receipt: ReceiptView;
  tracking: string;
  onLeave: () => void;
}

/** A package as its sender sees it arrive; and for its receiver once it is closed, or not theirs to scan. */
export function Overview({ receipt, tracking, onLeave }: OverviewProps) {
  const { t } = useTranslation(['receiving', 'repair']);
  const receiving = useReceiving(tracking);
  const [chosen, setChosen] = useState<number | null>(null);
  const item = receipt.items.find((one) => one.id === chosen) ?? null;
  const isClosed = receipt.shipment.state === 'Closed';
  // A scan shows the piece; nothing is received from here.
  useWedge({
    onScan: (code) =>
      setChosen(receipt.lines.find((line) => line.number === readPieceCode(code))?.item_id ?? null),
  });
  return (
    <div className="grid gap-18 packed" data-density="factory" data-testid="package-overview">
      <Head receipt={receipt} onLeave={onLeave} />
      <NoticeBand receipt={receipt} />
      <div className="scan-cols split">
        <div className="stack">
          <Panel title={t('repair:scan.pieces')} testId="receipt-lines">
            {receipt.lines.map((line) => (
              <LineRow
                key={line.item_id}
                line={line}
                receipt={receipt}
                isChosen={line.item_id === chosen}
                onChoose={() => setChosen(line.item_id)}
              />
            ))}
          </Panel>
          <ExtrasPanel receipt={receipt} receiving={null} />
        </div>
        <div className="stack">
          <StorePieces receipt={receipt} tracking={tracking} />
          {!isClosed && (
            <PieceActions
              item={item}
              isSaved={lineIn(receipt, chosen)?.state === 'received'}
              receiving={receiving}
              isHere={receipt.side === 'receiver'}
            />
          )}
          <ArrivalPanel receipt={receipt} receiving={null} />
          <LogPanel log={receipt.log} />
        </div>
      </div>
    </div>
  );
}

const lineIn = ({ lines }: ReceiptView, id: number | null) => lines.find((line) => line.item_id === id);

function Head({ receipt, onLeave }: { receipt: ReceiptView; onLeave: () => void }) {
  const { t } = useTranslation(['receiving', 'repair', 'status']);
  const format = useStaffFormat();
  const { shipment, side } = receipt;
  const { mayReceiveAt } = useReceivingRights();
  const stage = stageOfPackage(shipment);
  const isRefused = side === 'receiver' && stage !== null && !mayReceiveAt(stage);
  return (
    <section className="panel package-head flex wrap middle">
      <div>
        <h2 className="num">
          <bdi>{shipment.tracking_no}</bdi>
        </h2>
        <p className="muted">
          <bdi>
            {t('receiving:way', { from: shipment.from.name, to: shipment.to?.name ?? t('receiving:client') })}
          </bdi>
          {shipment.sent_at !== null && (
            <> · {t('receiving:sentOn', { date: format.date(shipment.sent_at) })}</>
          )}
        </p>
        {isRefused && (
          <p className="small" data-testid="not-yours">
            {t('receiving:notYours', { stage: t(`status:name.${stage.target}`) })}
          </p>
        )}
      </div>
      <div className="row wrap push">
        <span className="num small">
          {t('receiving:items', {
            count: shipment.item_count,
            received: format.number(shipment.received_count),
          })}
        </span>
        <StateTag state={shipment.state} />
        <LazyPrint subject={{ kind: 'package', tracking: shipment.tracking_no }} />
        <Button onClick={onLeave} testId="other-package">
          {t('repair:scan.otherPackage')}
        </Button>
      </div>
    </section>
  );
}

const LINE_SHAPES: Record<ReceiptLine['state'], LucideIcon> = {
  packed: Truck,
  missing: CircleHelp,
  received: Check,
  'written-off': CircleSlash,
};

interface LineRowProps {
  line: ReceiptLine;
  receipt: ReceiptView;
  isChosen: boolean;
  onChoose: () => void;
}

function LineRow({ line, receipt, isChosen, onChoose }: LineRowProps) {
  const { t } = useTranslation(['receiving', 'values']);
  const item = receipt.items.find((one) => one.id === line.item_id);
  const Shape = LINE_SHAPES[line.state];
  return (
    <button
      type="button"
      className={classNames('receipt-line', isChosen && 'on')}
      aria-pressed={isChosen}
      onClick={onChoose}
      data-testid={`line-${line.number}`}
      data-state={line.state}
    >
      {item === undefined ? <bdi className="strong num">{line.number}</bdi> : <PieceCell item={item} />}
      <span
        className={classNames(
          'mark middle gap-5 nowrap small',
          line.state === 'missing' && 'missing',
          line.state === 'received' && 'scanned',
        )}
      >
        <Shape size={14} aria-hidden />{' '}
        {line.received_elsewhere === ''
          ? t(line.state === 'packed' ? 'values:shipment.Sent' : `line.${line.state}`)
          : t('line.elsewhere', { name: line.received_elsewhere })}
      </span>
    </button>
  );
}
