import type { RepeatsBy } from '@atelier/domain/insight/figures.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { Bar } from './bar.ts';
import { Bars } from './bars.tsx';
import { ByChoice, markOf } from './by-choice.tsx';
import { FigurePanel } from './figure-panel.tsx';
import type { TwinColumn } from './twin-column.ts';
import { OpenPieces, type FigureProps } from './open-pieces.tsx';
import { repeatsQuery, type Repeats } from './queries.ts';
import { useFigure } from './use-figure.ts';

type Row = Repeats['rows'][number];
const MOST_BARS = 10;
/** A share that stands out: half above that of all, and not by one or two pieces alone. */
const STANDS_OUT = 1.5;
const LEAST_AGAIN = 3;

/** Pieces that came again within 180 days of their return. */
export function RepeatsPanel({ state: { by }, query, change, open }: FigureProps) {
  const { t } = useTranslation('insight');
  const { date } = useStaffFormat();
  const answer = useFigure(repeatsQuery(query, by));
  const view = answer.data?.data;
  const openRow = ({ key }: Row) => open({ figure: 'again', ...markOf(by, key) });
  return (
    <FigurePanel
      id="repeats"
      title={t('repeats.title')}
      answer={answer}
      rows={view && (view.again === 0 ? [] : view.rows)}
      rowKey={({ key }) => key ?? ''}
      columns={useColumns(by)}
      tools={<ByChoice id="repeats-by" by={by} onChange={(chosen) => change({ by: chosen })} />}
      lead={view && <Lead view={view} />}
      isDrawn
      chart={view && <RepeatBars view={view} onOpen={openRow} />}
      foot={
        view && (
          <>
            {t('repeats.note', { from: date(view.from), to: date(view.to) })}{' '}
            <OpenPieces figure="again" count={view.again} open={open} />
          </>
        )
      }
      onOpenRow={openRow}
    />
  );
}

function Lead({ view }: { view: Repeats }) {
  const { t } = useTranslation('insight');
  const { percent } = useStaffFormat();
  return (
    <p className="small muted figure-note">
      {t('repeats.lead')} · {t('repeats.all', { share: percent(shareOf(view), 1) })}
    </p>
  );
}

function RepeatBars({ view, onOpen }: { view: Repeats; onOpen: (row: Row) => void }) {
  const { t } = useTranslation('insight');
  const { percent } = useStaffFormat();
  const standsOut = (row: Row) => row.again >= LEAST_AGAIN && shareOf(row) > STANDS_OUT * shareOf(view);
  const rows = view.rows.filter(({ again }) => again > 0).slice(0, MOST_BARS);
  const bars = rows.map<Bar>((row) => ({
    name: row.name ?? row.key ?? t('repeats.unknown'),
    value: shareOf(row) * 100,
    mark: null,
    tone: standsOut(row) ? 'late' : 'ok',
    end: percent(shareOf(row), 1),
  }));
  return (
    <Bars label={t('repeats.title')} bars={bars} onOpen={(index) => rows[index] && onOpen(rows[index])} />
  );
}

const shareOf = ({ count, again }: Pick<Row, 'count' | 'again'>): number => (count === 0 ? 0 : again / count);

function useColumns(by: RepeatsBy): readonly TwinColumn<Row>[] {
  const { t } = useTranslation('insight');
  const { percent } = useStaffFormat();
  return [
    {
      key: 'name',
      header: t(`repeats.${by}`),
      isText: true,
      value: ({ key, name }) => name ?? key ?? t('repeats.unknown'),
    },
    { key: 'count', header: t('piecesHead'), value: ({ count }) => count },
    { key: 'again', header: t('repeats.again'), value: ({ again }) => again },
    {
      key: 'share',
      header: t('repeats.share'),
      value: (row) => Math.round(shareOf(row) * 1000) / 1000,
      cell: (row) => percent(shareOf(row), 1),
    },
  ];
}
