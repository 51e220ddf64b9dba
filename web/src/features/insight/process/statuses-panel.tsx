import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FigurePanel } from '../figure-panel.tsx';
import type { FigureProps } from '../open-pieces.tsx';
import type { TwinColumn } from '../twin-column.ts';
import { openNodeOf, type ProcessProps } from './process-panel.tsx';
import type { Node } from './process-queries.ts';
import { useProcessWords } from './process-words.ts';

/** The statuses of the map as a table: entries, what stands there, and how long stays were. */
export function StatusesPanel({ answer, open }: ProcessProps) {
  const { t } = useTranslation('insight');
  const view = answer.data?.data;
  return (
    <FigurePanel
      id="statuses"
      title={t('process.statuses')}
      answer={answer}
      rows={view?.nodes.filter(({ entered, now, seconds }) => entered + now + seconds > 0)}
      rowKey={({ rma_status_id: id }) => id}
      columns={useColumns(open, view?.bottleneck ?? null)}
      foot={t('process.bottleneckNote')}
    />
  );
}

function useColumns(open: FigureProps['open'], bottleneck: number | null): readonly TwinColumn<Node>[] {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  const words = useProcessWords();
  const opens = (label: string, shown: number, onClick: () => void) => (
    <button type="button" className="amount num" aria-label={label} onClick={onClick}>
      {number(shown)}
    </button>
  );
  const name = ({ rma_status_id: id }: Node) =>
    id === bottleneck ? `${words.status(id)} · ${t('process.bottleneck')}` : words.status(id);
  return [
    { key: 'status', header: t('process.status'), isText: true, value: name },
    {
      key: 'entered',
      header: t('process.entered'),
      value: ({ entered }) => entered,
      cell: (node) =>
        opens(
          `${words.status(node.rma_status_id)}, ${t('process.entered')}: ${number(node.entered)}`,
          node.entered,
          () => openNodeOf(open)(node),
        ),
    },
    {
      key: 'now',
      header: t('process.now'),
      value: ({ now }) => now,
      cell: ({ rma_status_id: status, now }) =>
        opens(`${words.status(status)}, ${t('process.now')}: ${number(now)}`, now, () =>
          open({ figure: 'stands', status }),
        ),
    },
    {
      key: 'p50',
      header: t('process.p50'),
      value: (node) => node.p50_seconds,
      cell: (node) => words.span(node.p50_seconds),
    },
    {
      key: 'p85',
      header: t('process.p85'),
      value: (node) => node.p85_seconds,
      cell: (node) => words.span(node.p85_seconds),
    },
    {
      key: 'days',
      header: t('process.days'),
      value: ({ seconds }) => Math.round(seconds / 86_400),
      cell: ({ seconds }) => number(Math.round(seconds / 86_400)),
    },
  ];
}
