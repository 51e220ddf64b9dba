import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { Bar } from './bar.ts';
import { Bars } from './bars.tsx';
import { FigurePanel } from './figure-panel.tsx';
import type { TwinColumn } from './twin-column.ts';
import { OpenPieces, type FigureProps } from './open-pieces.tsx';
import { agesQuery, type Ages } from './queries.ts';
import { useFigure } from './use-figure.ts';
import { useBesideName } from './use-places.ts';

type Band = Ages['bands'][number];
/** From which band on a piece is due, late and over: four weeks, six weeks (product/insight.md §3). */
const TONES = ['ok', 'ok', 'ok', 'due', 'late', 'over'] as const;

/** Open pieces by age, the oldest marked by shape and colour. */
export function AgesPanel({ query, open }: FigureProps) {
  const { t } = useTranslation('insight');
  const answer = useFigure(agesQuery(query));
  const view = answer.data?.data;
  const openBand = ({ from_days, to_days }: Band) =>
    open({ figure: 'open', from_days, ...(to_days !== null && { to_days }) });
  return (
    <FigurePanel
      id="ages"
      title={t('ages.title')}
      answer={answer}
      rows={view && (view.now === 0 ? [] : view.bands)}
      rowKey={({ from_days }) => from_days}
      columns={useColumns()}
      isDrawn
      chart={view && <AgeBars bands={view.bands} onOpen={openBand} />}
      foot={
        <>
          {t('ages.note')} <OpenPieces figure="open" count={view?.now ?? 0} open={open} />
        </>
      }
      onOpenRow={openBand}
    />
  );
}

function AgeBars({ bands, onOpen }: { bands: readonly Band[]; onOpen: (band: Band) => void }) {
  const { t } = useTranslation('insight');
  const name = useBandName();
  const bars = bands.map<Bar>((band, index) => ({
    name: name(band),
    value: band.now,
    mark: band.before,
    tone: TONES[index] ?? 'ok',
  }));
  return (
    <Bars label={t('ages.title')} bars={bars} onOpen={(index) => bands[index] && onOpen(bands[index])} />
  );
}

function useBandName(): (band: Band) => string {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  return ({ from_days: from, to_days: to }) => {
    const days = { from: number(from), to: number(to ?? 0) };
    if (to === null) return t('ages.over', days);
    return t(from === 0 ? 'ages.upTo' : 'ages.between', days);
  };
}

function useColumns(): readonly TwinColumn<Band>[] {
  const { t } = useTranslation('insight');
  const [name, beside] = [useBandName(), useBesideName()];
  return [
    { key: 'age', header: t('ages.age'), isText: true, value: name },
    { key: 'now', header: t('piecesHead'), value: ({ now }) => now },
    { key: 'before', header: beside, value: ({ before }) => before },
  ];
}
