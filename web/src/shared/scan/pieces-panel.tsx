import type { ShipmentView } from '@atelier/domain/shipping/schema.ts';
import { Check, CircleHelp, LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import type { VirtualColumn } from '../../ui/virtual-table.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorLine } from '../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { AgeCell, PieceCell } from '../item/piece-cells.tsx';
import { OwnScans } from './own-scans.tsx';
import type { ScanLine } from './scan-lines.ts';

export interface PiecesPanelProps {
  /** The package on the table, if there is one. */
  shipment: ShipmentView | null;
  lines: readonly ScanLine[];
  target: number;
  /** Codes on their way to the server. */
  waiting: ReadonlySet<string>;
  selectedId: number | null;
  onSelect: (line: ScanLine) => void;
  isPending: boolean;
  isFetching: boolean;
  error: Error | null;
  onRetry: () => void;
}

/** Every piece at hand, unscanned first; each changes by itself when somebody scans it, here or elsewhere. */
export function PiecesPanel(props: PiecesPanelProps) {
  const { t } = useTranslation('repair');
  const { lines, isPending, isFetching, error, onRetry } = props;
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Panel
      title={t('scan.pieces')}
      aside={isFetching && !isPending ? t('scan.refresh') : t('scan.unscannedFirst')}
      className="pieces-panel"
      action={props.shipment !== null && <PackageName shipment={props.shipment} />}
      testId="pieces-panel"
    >
      {isPending && (
        <div className="panel-body">
          <Skeleton rows={6} height={40} gap={16} />
        </div>
      )}
      {error !== null && lines.length === 0 && (
        <ErrorState
          title={isUnknown ? t('packages.notFound') : t('scan.loadFailed')}
          detail={isUnknown ? undefined : errorLine(error)}
          onRetry={onRetry}
        />
      )}
      {!isPending && error === null && lines.length === 0 && (
        <EmptyState title={t('scan.emptyTitle')}>{t('scan.emptyBody')}</EmptyState>
      )}
      {lines.length > 0 && (
        <div className="pieces-body">
          <OwnScans {...props} />
          <Lines {...props} />
        </div>
      )}
    </Panel>
  );
}

function PackageName({ shipment }: { shipment: ShipmentView }) {
  const { t } = useTranslation('repair');
  return (
    <span className="small muted" data-testid="package-name">
      <bdi>{t('scan.package', { tracking: shipment.tracking_no, store: shipment.from.name })}</bdi>
    </span>
  );
}

function useLineColumns({
  target,
  waiting,
}: Pick<PiecesPanelProps, 'target' | 'waiting'>): VirtualColumn<ScanLine>[] {
  const { t } = useTranslation('repair');
  return [
    {
      key: 'piece',
      header: t('scan.pieces'),
      width: 'minmax(200px, 1fr)',
      cell: (line) => (
        <div className="row">
          <PieceCell item={line.item} />
          <FeeFlag item={line.item} />
        </div>
      ),
    },
    { key: 'age', header: '', width: '90px', cell: (line) => <AgeCell item={line.item} /> },
    {
      key: 'mark',
      header: '',
      width: '220px',
      align: 'end',
      cell: (line) => <LineMark line={line} target={target} isWaiting={waiting.has(line.item.number)} />,
    },
  ];
}

function Lines(props: PiecesPanelProps) {
  const { t } = useTranslation('repair');
  const { lines, selectedId, onSelect, target, waiting } = props;
  const columns = useLineColumns(props);
  return (
    <VirtualTable
      label={t('scan.pieces')}
      columns={columns}
      rows={lines}
      rowKey={lineKey}
      rowVersion={lineVersion}
      rowHeight={60}
      compact={lineCard(target, waiting)}
      compactHeight={62}
      selectedKey={selectedId}
      onOpen={onSelect}
      testId="scan-lines"
    />
  );
}

const lineCard = (target: number, waiting: ReadonlySet<string>) => (line: ScanLine) => (
  <LineCard line={line} target={target} isWaiting={waiting.has(line.item.number)} />
);
const lineKey = (line: ScanLine): number => line.item.id;
const lineVersion = (line: ScanLine): number => line.item.version;

interface LineProps {
  line: ScanLine;
  target: number;
  isWaiting: boolean;
}

function LineCard(props: LineProps) {
  return (
    <div
      className="line-card"
      data-testid={`line-${props.line.item.number}`}
      data-scanned={props.line.isScanned}
      data-saved={props.line.isSaved}
    >
      <PieceCell item={props.line.item} />
      <FeeFlag item={props.line.item} />
      <LineMark {...props} />
    </div>
  );
}

/** A repair that is to be paid for and has no amount: no bench saves it. */
function FeeFlag({ item }: { item: ScanLine['item'] }) {
  const { t } = useTranslation('piece');
  return item.fee_missing ? <Tag testId="fee-missing">{t('flag.feeMissing')}</Tag> : null;
}

/** Missing, not scanned, on its way, scanned by whom and when, or saved. */
function LineMark({ line, target, isWaiting }: LineProps) {
  const { t } = useTranslation(['repair', 'piece']);
  const format = useStaffFormat();
  const { item, isScanned, isSaved } = line;
  if (item.holds.includes('missing')) {
    return (
      <span className="mark missing small">
        <CircleHelp size={14} aria-hidden /> {t('piece:hold.missing')}
      </span>
    );
  }
  if (isWaiting && !isScanned) {
    return (
      <span className="mark muted small">
        <LoaderCircle size={14} aria-hidden /> {t('scan.sending')}
      </span>
    );
  }
  if (!isScanned) return <span className="mark faint small">{t('scan.notScanned')}</span>;
  const scan = item.last_scan?.target === target ? item.last_scan : null;
  const words =
    scan === null ? null : t('scan.scannedBy', { time: format.time(scan.at, true), name: scan.by });
  return (
    <span className="mark scanned small" data-saved={isSaved || undefined}>
      <Check size={14} aria-hidden />
      <bdi>{words ?? t('scan.saved')}</bdi>
      {words !== null && isSaved && <span className="sr-only">{t('scan.saved')}</span>}
    </span>
  );
}
