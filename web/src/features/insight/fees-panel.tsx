import { FEE_FATES, type FeeFate } from '@atelier/domain/insight/fee-fates.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { FigurePanel } from './figure-panel.tsx';
import type { TwinColumn } from './twin-column.ts';
import { OpenPieces, type FigureProps } from './open-pieces.tsx';
import { feesQuery, type Fees } from './queries.ts';
import { useFigure } from './use-figure.ts';

/** What became of the fees that were named: a line per currency, for currencies do not add up. */
export function FeesPanel({ query, open }: FigureProps) {
  const { t } = useTranslation('insight');
  const answer = useFigure(feesQuery(query));
  const rows = answer.data?.data;
  const count = rows?.reduce((sum, row) => sum + row.count, 0) ?? 0;
  return (
    <FigurePanel
      id="fees"
      title={t('fees.title')}
      answer={answer}
      rows={rows}
      rowKey={({ currency }) => currency}
      columns={useColumns(open)}
      foot={
        <>
          {t('fees.note')} <OpenPieces figure="fees" count={count} open={open} />
        </>
      }
    />
  );
}

function useColumns(open: FigureProps['open']): readonly TwinColumn<Fees>[] {
  const { t } = useTranslation('insight');
  const { money, number, currencyDigits } = useStaffFormat();
  const whole = (row: Fees, minor: number) => number(Math.round(minor / 10 ** currencyDigits(row.currency)));
  const amount = (key: 'quoted' | 'paid' | 'free' | FeeFate): TwinColumn<Fees> => ({
    key,
    header: t(`fees.${key}`),
    value: (row) => row[key],
    cell: (row) =>
      row[key] === 0 ? (
        <span className="faint">–</span>
      ) : (
        <button
          type="button"
          className="amount num"
          aria-label={`${t(`fees.${key}`)}: ${money(row[key], row.currency)}`}
          onClick={() => open({ currency: row.currency, ...markOf(key) })}
          data-testid={`fee-${row.currency}-${key}`}
        >
          {whole(row, row[key])}
        </button>
      ),
  });
  return [
    {
      key: 'currency',
      header: t('currency'),
      isText: true,
      value: ({ currency }) => currency,
      cell: (row) => (
        <span className="fee-currency stack gap-4">
          <bdi className="strong">{row.currency}</bdi>
          <FateBar row={row} />
        </span>
      ),
    },
    amount('quoted'),
    amount('approved'),
    amount('paid'),
    amount('declined'),
    amount('waived'),
    amount('unanswered'),
    amount('free'),
  ];
}

function markOf(key: 'quoted' | 'paid' | 'free' | FeeFate) {
  if (key === 'free') return { figure: 'free' } as const;
  if (key === 'quoted') return { figure: 'fees' } as const;
  return { figure: 'fees', fate: key === 'paid' ? 'approved' : key } as const;
}

/** Shares of what was quoted, each with a pattern of its kind; the numbers stand beside it. */
function FateBar({ row }: { row: Fees }) {
  if (row.quoted === 0) return null;
  return (
    <span className="fate-bar flex" aria-hidden>
      {FEE_FATES.map((fate) => (
        <span key={fate} className={`fate ${fate}`} style={{ flexGrow: row[fate] }} />
      ))}
    </span>
  );
}
