import { isDeviation } from '@atelier/domain/insight/process.ts';
import { useMedia } from '@atelier/ui/hooks/use-media.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { Answer } from '../../../lib/api/client.ts';
import { FigurePanel } from '../figure-panel.tsx';
import { OpenPieces, type FigureProps } from '../open-pieces.tsx';
import type { TwinColumn } from '../twin-column.ts';
import { ProcessList } from './process-list.tsx';
import { ProcessMap } from './process-map.tsx';
import type { Arc, Node, Process } from './process-queries.ts';
import { useProcessWords } from './process-words.ts';
import { movesOf, shownArcs, type Shown } from './shown-arcs.ts';

export interface ProcessProps {
  readonly answer: UseQueryResult<Answer<'GET', '/insight/process'>>;
  readonly open: FigureProps['open'];
}

export const openArcOf =
  (open: FigureProps['open']) =>
  ({ from, to, path }: Arc) =>
    open({ figure: 'moved', from_status: from, status: to, path });
export const openNodeOf =
  (open: FigureProps['open']) =>
  ({ rma_status_id: status }: Node) =>
    open({ figure: 'entered', status });

/** The map: what pieces did between statuses, against what the state table offers. */
export function ProcessPanel({ answer, open, shown }: ProcessProps & { shown: Shown }) {
  const { t } = useTranslation('insight');
  const isPhone = useMedia('(max-width: 699px)');
  const view = answer.data?.data;
  const arcs = shownArcs(view?.arcs ?? [], shown);
  const Map = isPhone ? ProcessList : ProcessMap;
  return (
    <FigurePanel
      id="process"
      title={t('process.title')}
      answer={answer}
      rows={view && arcs}
      rowKey={({ from, to, path }) => `${from} ${to} ${path}`}
      columns={useArcColumns()}
      onOpenRow={openArcOf(open)}
      height={520}
      isDrawn
      lead={view && <Lead view={view} />}
      chart={
        view && (
          <Map
            nodes={view.nodes}
            arcs={arcs}
            bottleneck={view.bottleneck}
            openNode={openNodeOf(open)}
            openArc={openArcOf(open)}
          />
        )
      }
      foot={
        <>
          {t('process.note')} <OpenPieces figure="moved" count={view?.pieces ?? 0} open={open} />
        </>
      }
    />
  );
}

function Lead({ view }: { view: Process }) {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  const words = useProcessWords();
  const back = movesOf(view.arcs, (path) => path === 'back');
  const outside = movesOf(view.arcs, isDeviation);
  const most = view.nodes.find(({ rma_status_id: id }) => id === view.bottleneck);
  return (
    <div className="figure-lead flex wrap" data-testid="process-lead">
      <span>
        <b className="num">{number(view.pieces)}</b>{' '}
        {t('process.lead', { count: view.pieces, moves: number(view.moves) })}
      </span>
      <span className="small">
        {t('process.back', { count: back, shown: number(back) })}
        {' · '}
        {t('process.outside', { count: outside, shown: number(outside) })}
      </span>
      {most !== undefined && (
        <span className="small" data-testid="process-most">
          {t('process.most', {
            status: words.status(most.rma_status_id),
            days: number(Math.round(most.seconds / 86_400)),
          })}
        </span>
      )}
    </div>
  );
}

/** Columns of a table of arcs. */
export function useArcColumns(): readonly TwinColumn<Arc>[] {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  const words = useProcessWords();
  return [
    { key: 'from', header: t('process.from'), isText: true, value: ({ from }) => words.status(from) },
    { key: 'to', header: t('process.to'), isText: true, value: ({ to }) => words.status(to) },
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
    {
      key: 'p50',
      header: t('process.p50'),
      value: (arc) => arc.p50_seconds,
      cell: (arc) => words.span(arc.p50_seconds),
    },
    {
      key: 'p85',
      header: t('process.p85'),
      value: (arc) => arc.p85_seconds,
      cell: (arc) => words.span(arc.p85_seconds),
    },
  ];
}
