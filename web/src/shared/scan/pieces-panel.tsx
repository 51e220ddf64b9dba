import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Check, CircleHelp, LoaderCircle } from 'lucide-react';
import { createContext, useCallback, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { EmptyState, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import type { VirtualColumn } from '@atelier/ui/tables/virtual-row.tsx';
import { VirtualTable } from '@atelier/ui/tables/virtual-table.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorLine } from '../../lib/api/notice-error.ts';
import { itemSource } from '../../live/rows.ts';
import { useStaffFormat, useSession } from '../../lib/session/use-session.ts';
import { AgeCell, PieceCell } from '../item/piece-cells.tsx';
import { toScanLine, type ScanLine, scannedBy } from './scan-lines.ts';

interface OwnScansProps {
  lines: readonly ScanLine[];
  target: number;
  selectedId: number | null;
  onSelect: (id: number) => void;
}

const MOST_SHOWN = 6;

/** What this account scanned here last. The list puts what is left first, so that scans would sink out of sight. */
function OwnScans({ lines, target, selectedId, onSelect }: OwnScansProps) {
  const { t } = useTranslation('repair');
  const { time } = useStaffFormat();
  const own = scannedBy(lines, useSession().view.user.name, target, MOST_SHOWN);
  if (own.length === 0) return null;
  return (
    <div className="own-scans stack gap-6 line-below" data-testid="own-scans">
      <h3 className="small muted">{t('scan.yours')}</h3>
      <ul className="row wrap">
        {own.map((line) => (
          <li key={line.item.id}>
            <button
              type="button"
              className="own-scan middle gap-6 rounded strong num"
              aria-pressed={line.item.id === selectedId}
              data-saved={line.isSaved || undefined}
              onClick={() => onSelect(line.item.id)}
            >
              <Check size={14} aria-hidden />
              <bdi>{line.item.number}</bdi>
              <span className="small">{time(line.item.last_scan?.at ?? '', true)}</span>
              {line.isSaved && <span className="sr-only">{t('scan.saved')}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export interface PiecesPanelProps {
  /** The package on the table, if there is one. */
  shipment: ShipmentView | null;
  lines: readonly ScanLine[];
  target: StatusId;
  /** Codes on their way to the server. */
  waiting: ReadonlySet<string>;
  selectedId: number | null;
  onSelect: (id: number) => void;
  query: Pick<UseQueryResult, 'isPending' | 'isFetching' | 'error' | 'refetch'>;
}

/** Every piece at hand, unscanned first; each updates when it is scanned, here or elsewhere. */
export function PiecesPanel(props: PiecesPanelProps) {
  const { t } = useTranslation('repair');
  const { lines, query } = props;
  const { isFetching, isPending } = query;
  return (
    <Panel
      title={t('scan.pieces')}
      aside={isFetching && !isPending ? t('scan.refresh') : t('scan.unscannedFirst')}
      className="pieces-panel"
      action={props.shipment !== null && <PackageName shipment={props.shipment} />}
      testId="pieces-panel"
    >
      <PiecesState lines={lines} query={query} />
      {lines.length > 0 && (
        <div className="pieces-body">
          <OwnScans {...props} />
          <Lines {...props} />
        </div>
      )}
    </Panel>
  );
}

/** The list while it is read, could not be read, or is empty. */
export function PiecesState({ lines, query }: Pick<PiecesPanelProps, 'lines' | 'query'>) {
  const { t } = useTranslation('repair');
  const { error, isPending } = query;
  const isUnknown = error instanceof ApiError && error.status === 404;
  if (isPending)
    return (
      <div className="panel-body">
        <Skeleton rows={6} height={40} gap={16} />
      </div>
    );
  if (lines.length > 0) return null;
  if (error === null) return <EmptyState title={t('scan.emptyTitle')}>{t('scan.emptyBody')}</EmptyState>;
  return (
    <ErrorState
      title={isUnknown ? t('packages.notFound') : t('scan.loadFailed')}
      detail={isUnknown ? undefined : errorLine(error)}
      onRetry={() => void query.refetch()}
    />
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

type LinesProps = Pick<PiecesPanelProps, 'lines' | 'target' | 'waiting' | 'selectedId' | 'onSelect'>;

/** Codes on their way to the server, for the marks of rows: what changes with every scan does not paint the rows. */
export const WaitingCodes = createContext<ReadonlySet<string>>(new Set());

/** The list by id: each row in sight subscribes to its own item, so that a change paints that row alone. */
function Lines({ lines, target, waiting, selectedId, onSelect }: LinesProps) {
  const { t } = useTranslation('repair');
  const columns = useLineColumns(target);
  const compact = useCallback((item: ItemView) => <LineCard item={item} target={target} />, [target]);
  const ids = useMemo(() => lines.map(({ item }) => item.id), [lines]);
  return (
    <WaitingCodes value={waiting}>
      <VirtualTable
        label={t('scan.pieces')}
        columns={columns}
        rows={ids}
        rowKey={idOf}
        source={itemSource}
        rowVersion={versionOf}
        rowHeight={60}
        compact={compact}
        compactHeight={62}
        selectedKey={selectedId}
        onOpen={onSelect}
        testId="scan-lines"
      />
    </WaitingCodes>
  );
}

const idOf = (id: number): number => id;
const versionOf = (item: ItemView): number => item.version;

function useLineColumns(target: StatusId): VirtualColumn<ItemView>[] {
  const { t } = useTranslation('repair');
  return useMemo(
    () => [
      {
        key: 'piece',
        header: t('scan.pieces'),
        width: 'minmax(200px, 1fr)',
        cell: (item) => (
          <div className="row">
            <PieceCell item={item} />
            <FeeFlag item={item} />
          </div>
        ),
      },
      { key: 'age', header: '', width: '90px', cell: (item) => <AgeCell item={item} /> },
      {
        key: 'mark',
        header: '',
        width: '220px',
        align: 'end',
        cell: (item) => <LineMark item={item} target={target} />,
      },
    ],
    [t, target],
  );
}

interface LineProps {
  item: ItemView;
  target: StatusId;
}

function LineCard(props: LineProps) {
  const { isScanned, isSaved } = toScanLine(props.item, props.target);
  return (
    <div
      className="row gap-12 between"
      data-testid={`line-${props.item.number}`}
      data-scanned={isScanned}
      data-saved={isSaved}
    >
      <PieceCell item={props.item} />
      <FeeFlag item={props.item} />
      <LineMark {...props} />
    </div>
  );
}

/** A repair that is to be paid for and has no amount, or whose customer declined it: no bench saves it. */
export function FeeFlag({ item }: { item: ItemView }) {
  const { t } = useTranslation('piece');
  if (item.fee_asked === 'declined') return <Tag testId="fee-declined">{t('flag.feeDeclined')}</Tag>;
  return item.fee_missing ? <Tag testId="fee-missing">{t('flag.feeMissing')}</Tag> : null;
}

/** Missing, not scanned, on its way, scanned by whom and when, or saved. */
export function LineMark({ item, target }: LineProps) {
  const { t } = useTranslation(['repair', 'piece']);
  const { isScanned, isSaved } = toScanLine(item, target);
  if (item.holds.includes('missing')) {
    return (
      <span className="mark middle gap-5 nowrap missing small">
        <CircleHelp size={14} aria-hidden /> {t('piece:hold.missing')}
      </span>
    );
  }
  return isScanned ? <ScannedMark item={item} target={target} isSaved={isSaved} /> : <LeftMark item={item} />;
}

function LeftMark({ item }: Pick<LineProps, 'item'>) {
  const { t } = useTranslation('repair');
  if (!useContext(WaitingCodes).has(item.number))
    return <span className="mark middle gap-5 nowrap faint small">{t('scan.notScanned')}</span>;
  return (
    <span className="mark middle gap-5 nowrap muted small">
      <LoaderCircle size={14} aria-hidden /> {t('scan.sending')}
    </span>
  );
}

function ScannedMark({ item, target, isSaved }: LineProps & { isSaved: boolean }) {
  const { t } = useTranslation('repair');
  const format = useStaffFormat();
  const scan = item.last_scan?.target === target ? item.last_scan : null;
  const words =
    scan === null ? null : t('scan.scannedBy', { time: format.time(scan.at, true), name: scan.by });
  return (
    <span className="mark middle gap-5 nowrap scanned small" data-saved={isSaved || undefined}>
      <Check size={14} aria-hidden />
      <bdi>{words ?? t('scan.saved')}</bdi>
      {words !== null && isSaved && <span className="sr-only">{t('scan.saved')}</span>}
    </span>
  );
}
