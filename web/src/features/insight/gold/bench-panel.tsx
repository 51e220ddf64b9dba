import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useGrams } from '../../../shared/weights/use-grams.ts';
import { FigurePanel } from '../figure-panel.tsx';
import type { TwinColumn } from '../twin-column.ts';
import { useFigure } from '../use-figure.ts';
import { balanceOf, benchesOf, type Balance, type BenchRow } from './balance.ts';
import { goldQuery, type GoldProps } from './gold-queries.ts';
import { useBenchName } from './use-bench-name.ts';

type Line = Balance & { readonly key: string; readonly bench: BenchRow | null };

/** Weights by site and bench, with the line that they add up to. */
export function BenchPanel({ query, open }: GoldProps) {
  const { t } = useTranslation('gold');
  const answer = useFigure(goldQuery(query));
  const rows = answer.data?.data.rows;
  const lines = rows && linesOf(benchesOf(rows), balanceOf(rows));
  return (
    <FigurePanel
      id="gold-benches"
      title={t('bench.title')}
      answer={answer}
      rows={lines}
      rowKey={({ key }) => key}
      columns={useColumns(open)}
      foot={t('bench.note')}
      height={360}
    />
  );
}

function linesOf(benches: readonly BenchRow[], all: Balance): readonly Line[] {
  if (benches.length === 0) return [];
  return [...benches.map((bench) => ({ ...bench, bench })), { ...all, key: 'all', bench: null }];
}

function useColumns(open: GoldProps['open']): readonly TwinColumn<Line>[] {
  const { t } = useTranslation('gold');
  const { number } = useStaffFormat();
  const { grams, signed } = useGrams();
  const nameOf = useBenchName();
  const name = ({ bench }: Line) => (bench === null ? t('bench.all') : nameOf(bench));
  const weight = (key: 'out_mg' | 'scrap_mg' | 'loss_mg', header: string): TwinColumn<Line> => ({
    key,
    header,
    value: (line) => line[key] / 1_000,
    cell: (line) => <bdi className="num">{line[key] === 0 ? '–' : grams(line[key])}</bdi>,
  });
  return [
    {
      key: 'bench',
      header: t('bench.bench'),
      isText: true,
      value: name,
      cell: (line) => <BenchName line={line} name={name(line)} open={open} />,
    },
    { key: 'site', header: t('bench.site'), isText: true, value: ({ bench }) => bench?.site ?? '' },
    {
      key: 'intervals',
      header: t('bench.intervals'),
      value: ({ intervals }) => intervals,
      cell: ({ intervals }) => <span className="num">{number(intervals)}</span>,
    },
    {
      key: 'in',
      header: t('in'),
      value: ({ in_mg, added_mg }) => (in_mg + added_mg) / 1_000,
      cell: ({ in_mg, added_mg }) => <bdi className="num">{grams(in_mg + added_mg)}</bdi>,
    },
    weight('out_mg', t('out')),
    weight('scrap_mg', t('scrap')),
    weight('loss_mg', t('loss')),
    {
      key: 'difference',
      header: t('bench.difference'),
      value: ({ difference_mg }) => difference_mg / 1_000,
      cell: ({ difference_mg, beyond }) => (
        <bdi className={beyond > 0 ? 'num ledger-off' : 'num'}>
          {beyond > 0 && <span aria-hidden>◆ </span>}
          {signed(difference_mg)}
        </bdi>
      ),
    },
    {
      key: 'beyond',
      header: t('bench.beyond'),
      value: ({ beyond }) => beyond,
      cell: ({ beyond }) => <span className="num">{beyond === 0 ? '–' : number(beyond)}</span>,
    },
  ];
}

/** Opens the weighings of its bench. */
function BenchName({ line, name, open }: { line: Line; name: string; open: GoldProps['open'] }) {
  const { bench } = line;
  if (bench === null) return <b>{name}</b>;
  const { site_id, place, rma_status_id: status } = bench;
  const opened = {
    place,
    ...(site_id !== null && { site_id }),
    ...(status !== null && { status }),
  };
  return (
    <button
      type="button"
      className={line.beyond > 0 ? 'link strong' : 'link'}
      onClick={() => open(opened)}
      data-testid={`bench-${line.key}`}
    >
      {name}
    </button>
  );
}
