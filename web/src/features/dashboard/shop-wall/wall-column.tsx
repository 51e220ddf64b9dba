import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';

interface WallColumnProps<Row> {
  name: string;
  icon: ReactNode;
  title: string;
  /** What stands there instead of rows. */
  empty: string;
  column: { readonly total: number; readonly rows: readonly Row[] };
  /** How many cards fit. */
  rows: number;
  children: (row: Row) => ReactNode;
}

/** One kind of work: the most urgent first, as many as fit in one size, and how many more there are. */
export function WallColumn<Row>({ name, icon, title, empty, column, rows, children }: WallColumnProps<Row>) {
  const { t } = useTranslation('dashboard');
  const { number } = useStaffFormat();
  const shown = column.rows.slice(0, rows);
  const rest = column.total - shown.length;
  return (
    <section className="shop-wall-column sunken" data-testid={`wall-${name}`}>
      <h2 className="flex middle">
        {icon}
        <span className="clip">{title}</span>
        <b className="num" data-testid={`wall-${name}-total`}>
          {number(column.total)}
        </b>
      </h2>
      {shown.length === 0 ? (
        <p className="shop-wall-empty muted">{empty}</p>
      ) : (
        <ol className="shop-wall-cards">{shown.map((row) => children(row))}</ol>
      )}
      <p className="shop-wall-more muted num">
        {rest > 0 && <bdi dir="ltr">{t('board.rest', { number: number(rest) })}</bdi>}
      </p>
    </section>
  );
}
