import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import { Check, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { VirtualTable } from '@atelier/ui/tables/virtual-table.tsx';
import { useStaffFormat, useSession } from '../../lib/session/use-session.ts';
import { itemSource } from '../../live/rows.ts';
import { AgeCell, PieceCell } from '../item/piece-cells.tsx';
import { historyQuery } from '../queries/item.ts';
import { FeeFlag, LineMark, PiecesState, WaitingCodes, type PiecesPanelProps } from './pieces-panel.tsx';
import { toScanLine, type ScanLine } from './scan-lines.ts';
import { BroughtBackMark } from './brought-back-mark.tsx';
import { isTakenBack, mayBeBroughtBack, type SessionLists } from './session-lists.ts';

type Tab = 'yours' | 'colleagues' | 'left';

interface SessionPanelProps extends PiecesPanelProps {
  lists: SessionLists;
}

/** What was scanned here by you and by colleagues, and what is left; arrows choose the piece that stands beside it. */
export function SessionPanel(props: SessionPanelProps) {
  const { t } = useTranslation('bench');
  const { number } = useStaffFormat();
  const { lists, lines, query } = props;
  const [chosen, choose] = useState<Tab | null>(null);
  // Before the first scan there is nothing of one's own to look at.
  const tab = chosen ?? (lists.yours.length > 0 ? 'yours' : 'left');
  const count = { yours: lists.mine, colleagues: lists.colleagues.length, left: lists.left.length };
  const shown = lists[tab];
  return (
    <Panel
      title={t('session.title')}
      className="session-panel"
      action={
        <SegmentedControl
          label={t('session.title')}
          value={tab}
          onChange={choose}
          options={(['yours', 'colleagues', 'left'] as const).map((value) => ({
            value,
            label: t(`session.${value}`, { number: number(count[value]) }),
          }))}
          testId="session-tabs"
        />
      }
      testId="session-panel"
    >
      <PiecesState lines={lines} query={query} />
      {lines.length > 0 && shown.length === 0 && <EmptyState title={t(`session.none.${tab}`)} />}
      {shown.length > 0 && <SessionLines key={tab} {...props} shown={shown} />}
    </Panel>
  );
}

function SessionLines({
  shown,
  target,
  waiting,
  selectedId,
  onSelect,
}: SessionPanelProps & { shown: readonly ScanLine[] }) {
  const { t } = useTranslation('bench');
  const ids = useMemo(() => shown.map(({ item }) => item.id), [shown]);
  const card = useCallback((item: ItemView) => <SessionCard item={item} target={target} />, [target]);
  const columns = useMemo(() => [{ key: 'piece', header: '', width: '1fr', cell: card }], [card]);
  const onRowKey = ({ key }: KeyboardEvent, _id: number, index: number) => {
    const next = ids[index + (STEPS[key] ?? 0)];
    if (key in STEPS && next !== undefined) onSelect(next);
  };
  return (
    <WaitingCodes value={waiting}>
      <VirtualTable
        label={t('session.title')}
        columns={columns}
        rows={ids}
        rowKey={idOf}
        source={itemSource}
        rowVersion={versionOf}
        rowHeight={56}
        compact={card}
        compactHeight={56}
        selectedKey={selectedId}
        onOpen={onSelect}
        onRowKey={onRowKey}
        testId="scan-lines"
      />
    </WaitingCodes>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const idOf = (id: number): number => id;
const versionOf = (item: ItemView): number => item.version;

interface CardProps {
  item: ItemView;
  target: StatusId;
}

function SessionCard({ item, target }: CardProps) {
  const line = toScanLine(item, target);
  const isUndone = isTakenBack(line, target);
  return (
    <div
      className="session-line row gap-12 between"
      data-testid={`line-${item.number}`}
      data-scanned={line.isScanned}
      data-saved={line.isSaved}
      data-undone={isUndone || undefined}
    >
      <PieceCell item={item} />
      <FeeFlag item={item} />
      <SessionMark line={line} target={target} isUndone={isUndone} />
    </div>
  );
}

/** The moment of the scan, who made it where it was a colleague, when it was undone, or how long the piece has waited. */
function SessionMark({ line, target, isUndone }: { line: ScanLine; target: StatusId; isUndone: boolean }) {
  const { t } = useTranslation('repair');
  const { time } = useStaffFormat();
  const { name } = useSession().view.user;
  const { item, isScanned, isSaved } = line;
  const scan = item.last_scan?.target === target ? item.last_scan : null;
  if (isUndone && scan?.by === name) return <UndoneMark itemId={item.id} target={target} />;
  if (isScanned && scan?.by === name && mayBeBroughtBack(line, target))
    return <BroughtBackMark key={item.version} item={item} target={target} />;
  if (isScanned && scan?.by === name && !item.holds.includes('missing'))
    return (
      <span className="mark middle gap-5 nowrap scanned small num" data-saved={isSaved || undefined}>
        <Check size={14} aria-hidden />
        <bdi>{time(scan.at, true)}</bdi>
        {isSaved && <span className="sr-only">{t('scan.saved')}</span>}
      </span>
    );
  return isScanned || item.holds.includes('missing') ? (
    <LineMark item={item} target={target} />
  ) : (
    <AgeCell item={item} />
  );
}

/** When the mark was dropped stands in the piece's history alone: read for the few rows that show it. */
function UndoneMark({ itemId, target }: { itemId: number; target: StatusId }) {
  const { t } = useTranslation('bench');
  const { time } = useStaffFormat();
  const history = useQuery({ ...historyQuery(itemId), staleTime: 0 }).data?.data;
  const end = history?.findLast(
    ({ type, move, details }) => (type === 'ScansCleared' && details['target'] === target) || move === 'undo',
  );
  return (
    <span className="mark middle gap-5 nowrap undone small num" data-testid="undone-mark">
      <Undo2 size={14} aria-hidden className="flips" />
      <bdi>{end === undefined ? t('session.undone') : t('session.undoneAt', { time: time(end.at) })}</bdi>
    </span>
  );
}
