import { isDeviation } from '@atelier/domain/insight/process.ts';
import { useTranslation } from 'react-i18next';
import { useFromTo } from '../../../shared/language/use-from-to.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FigurePanel } from '../figure-panel.tsx';
import type { TwinColumn } from '../twin-column.ts';
import { openArcOf, type ProcessProps } from './process-panel.tsx';
import type { Arc } from './process-queries.ts';
import { useProcessWords } from './process-words.ts';

/** Moves that the state table does not offer, and moves that were taken back. */
export function OutsidePanel({ answer, open }: ProcessProps) {
  const { t } = useTranslation('insight');
  return (
    <FigurePanel
      id="outside"
      title={t('process.outsideTitle')}
      answer={answer}
      rows={answer.data?.data.arcs.filter(({ path }) => isDeviation(path))}
      rowKey={({ from, to, path }) => `${from} ${to} ${path}`}
      columns={useColumns(openArcOf(open))}
      foot={t('process.outsideNote')}
    />
  );
}

function useColumns(openArc: (arc: Arc) => void): readonly TwinColumn<Arc>[] {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  const words = useProcessWords();
  const fromTo = useFromTo();
  const way = ({ from, to }: Arc) => fromTo([words.status(from), words.status(to)]);
  return [
    {
      key: 'way',
      header: t('process.way'),
      isText: true,
      value: way,
      cell: (arc) => (
        <button type="button" className="link" data-testid="open-outside" onClick={() => openArc(arc)}>
          {way(arc)}
        </button>
      ),
    },
    { key: 'path', header: t('process.kind'), isText: true, value: ({ path }) => words.path(path) },
    {
      key: 'count',
      header: t('process.moves'),
      value: ({ count }) => count,
      cell: ({ count }) => number(count),
    },
    {
      key: 'pieces',
      header: t('piecesHead'),
      value: ({ pieces }) => pieces,
      cell: ({ pieces }) => number(pieces),
    },
  ];
}
