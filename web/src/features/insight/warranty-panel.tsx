import { Select } from '@atelier/ui/controls/select.tsx';
import type { RepeatsBy } from '@atelier/domain/insight/figures.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { Bar } from './bar.ts';
import { Bars } from './bars.tsx';
import { ByChoice, markOf } from './by-choice.tsx';
import { FigurePanel } from './figure-panel.tsx';
import type { TwinColumn } from './twin-column.ts';
import { OpenPieces, type FigureProps } from './open-pieces.tsx';
import { warrantyQuery, type Warranty } from './queries.ts';
import { useFigure } from './use-figure.ts';
import { useBesideName } from './use-places.ts';

type Row = Warranty['rows'][number];
type Total = Warranty['totals'][number];
const MOST_BARS = 10;

/** What warranty covered: amounts agreed at the counter and not charged. A chart is of one currency, for they do not add up. */
export function WarrantyPanel({ state, query, change, open }: FigureProps) {
  const { t } = useTranslation('insight');
  const by = state.costBy;
  const answer = useFigure(warrantyQuery(query, by));
  const view = answer.data?.data;
  const currencies = view?.totals.map(({ currency }) => currency) ?? [];
  const drawn = currencies.find((currency) => currency === state.currency) ?? currencies[0] ?? '';
  const openRow = ({ key, currency }: Row) => open({ figure: 'warranty', currency, ...markOf(by, key) });
  return (
    <FigurePanel
      id="warranty"
      title={t('warranty.title')}
      answer={answer}
      rows={view?.rows}
      rowKey={({ key, currency }) => `${currency} ${key ?? ''}`}
      columns={useColumns(by, view)}
      tools={
        <span className="flex wrap gap-8">
          <ByChoice id="warranty-by" by={by} onChange={(chosen) => change({ cost_by: chosen })} />
          <CurrencyChoice
            currencies={currencies}
            value={drawn}
            onChange={(currency) => change({ currency })}
          />
        </span>
      }
      lead={view && <Lead totals={view.totals} open={open} />}
      isDrawn
      chart={view && <CostBars rows={view.rows} currency={drawn} onOpen={openRow} />}
      foot={view && <Foot unpriced={view.unpriced} open={open} />}
      onOpenRow={openRow}
    />
  );
}

interface CurrencyChoiceProps {
  readonly currencies: readonly string[];
  readonly value: string;
  readonly onChange: (currency: string) => void;
}

/** Which currency is drawn; no choice where there is one. */
function CurrencyChoice({ currencies, value, onChange }: CurrencyChoiceProps) {
  const { t } = useTranslation('insight');
  if (currencies.length < 2) return null;
  return (
    <Select
      label={t('currency')}
      hideLabel
      value={value}
      options={currencies.map((currency) => ({ value: currency, label: currency }))}
      onChange={(event) => onChange(event.target.value)}
      testId="warranty-currency"
    />
  );
}

/** Every currency with its pieces, and the same beside it. */
function Lead({ totals, open }: { totals: readonly Total[]; open: FigureProps['open'] }) {
  const { money } = useStaffFormat();
  const beside = useBesideName();
  return (
    <p className="figure-lead flex wrap">
      {totals.map(({ currency, count, amount, before_amount }) => (
        <span key={currency} data-testid={`warranty-${currency}`}>
          <b className="num">{money(amount, currency)}</b>{' '}
          {before_amount !== null && (
            <span className="small muted">
              {beside} <span className="num">{money(before_amount, currency)}</span>
            </span>
          )}{' '}
          <OpenPieces figure="warranty" currency={currency} count={count} open={open} />
        </span>
      ))}
    </p>
  );
}

function Foot({ unpriced, open }: { unpriced: number; open: FigureProps['open'] }) {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  return (
    <>
      {t('warranty.note')} {t('warranty.unpriced', { shown: number(unpriced) })}{' '}
      <OpenPieces figure="warranty_unpriced" count={unpriced} open={open} />
    </>
  );
}

interface CostBarsProps {
  readonly rows: readonly Row[];
  readonly currency: string;
  readonly onOpen: (row: Row) => void;
}

function CostBars({ rows, currency, onOpen }: CostBarsProps) {
  const { t } = useTranslation('insight');
  const { number, currencyDigits } = useStaffFormat();
  const whole = (minor: number) => Math.round(minor / 10 ** currencyDigits(currency));
  const drawn = rows
    .filter((row) => row.currency === currency && row.count > 0)
    .toSorted((a, b) => b.amount - a.amount)
    .slice(0, MOST_BARS);
  const bars = drawn.map<Bar>((row) => ({
    name: row.name ?? row.key ?? t('repeats.unknown'),
    value: whole(row.amount),
    mark: row.before_amount === null ? null : whole(row.before_amount),
    tone: 'ok',
    end: number(whole(row.amount)),
  }));
  const label = `${t('warranty.title')}, ${currency}`;
  return <Bars label={label} bars={bars} onOpen={(index) => drawn[index] && onOpen(drawn[index])} />;
}

function useColumns(by: RepeatsBy, view: Warranty | undefined): readonly TwinColumn<Row>[] {
  const { t } = useTranslation('insight');
  const { money } = useStaffFormat();
  const beside = useBesideName();
  const hasBefore = view?.totals.some((total) => total.before_amount !== null) ?? false;
  const before: TwinColumn<Row> = {
    key: 'before',
    header: beside,
    value: (row) => row.before_amount,
    cell: (row) => money(row.before_amount ?? 0, row.currency),
  };
  return [
    {
      key: 'name',
      header: t(`repeats.${by}`),
      isText: true,
      value: ({ key, name }) => name ?? key ?? t('repeats.unknown'),
    },
    { key: 'currency', header: t('currency'), isText: true, value: ({ currency }) => currency },
    { key: 'count', header: t('piecesHead'), value: ({ count }) => count },
    {
      key: 'amount',
      header: t('warranty.amount'),
      value: ({ amount }) => amount,
      cell: ({ amount, currency }) => money(amount, currency),
    },
    ...(hasBefore ? [before] : []),
  ];
}
