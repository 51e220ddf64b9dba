import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { FigurePanel } from './figure-panel.tsx';
import type { TwinColumn } from './twin-column.ts';
import type { FigureProps } from './open-pieces.tsx';
import { shopsQuery, type ShopRow } from './queries.ts';
import { useFigure } from './use-figure.ts';

/** Each shop with its turnaround, and what it says about deposits and answers. */
export function ShopsPanel({ query, open }: FigureProps) {
  const { t } = useTranslation('insight');
  const answer = useFigure(shopsQuery(query));
  return (
    <FigurePanel
      id="shops"
      title={t('shops.title')}
      answer={answer}
      rows={answer.data?.data}
      rowKey={({ shop_id }) => shop_id}
      columns={useColumns(open)}
      foot={t('shops.note')}
      onOpenRow={({ shop_id }) => open({ figure: 'ready', shop_id })}
    />
  );
}

function useColumns(open: FigureProps['open']): readonly TwinColumn<ShopRow>[] {
  const { t } = useTranslation('insight');
  const { percent, number, age } = useStaffFormat();
  const span = (seconds: number | null) => (seconds === null ? '–' : age(seconds * 1000));
  const textsIn = ({ texts, texts_answered: answered, text_answer_median_seconds: median }: ShopRow) =>
    t('shops.textsIn', { span: span(median), answered: number(answered), texts: number(texts) });
  const share = (part: number, of: number) => (of === 0 ? '–' : percent(part / of));
  const opens = (
    figure: 'kept' | 'without_warranty' | 'wrong_reason' | 'answers' | 'texts',
    row: ShopRow,
    shown: string,
  ) => (
    <button
      type="button"
      className="amount num"
      onClick={(event) => {
        event.stopPropagation();
        open({ figure, shop_id: row.shop_id });
      }}
    >
      {shown}
    </button>
  );
  return [
    {
      key: 'shop',
      header: t('shop'),
      isText: true,
      value: ({ name }) => name,
      cell: (row) => (
        <button
          type="button"
          className="link"
          onClick={() => open({ figure: 'ready', shop_id: row.shop_id })}
        >
          <bdi>{row.name}</bdi>
        </button>
      ),
    },
    {
      key: 'range',
      header: t('shops.lead'),
      value: (row) => row.median_seconds,
      cell: (row) => <Range row={row} />,
    },
    {
      key: 'median',
      header: t('median'),
      value: (row) => row.median_seconds,
      cell: (row) => span(row.median_seconds),
    },
    { key: 'p90', header: t('p90'), value: (row) => row.p90_seconds, cell: (row) => span(row.p90_seconds) },
    {
      key: 'kept',
      header: t('promise.head'),
      value: (row) => (row.told === 0 ? null : row.kept / row.told),
      cell: (row) => opens('kept', row, share(row.kept, row.told)),
    },
    {
      key: 'deposited',
      header: t('shops.deposited'),
      value: (row) => row.deposited,
      cell: (row) => number(row.deposited),
    },
    {
      key: 'warranty',
      header: t('shops.noWarranty'),
      value: (row) => row.without_warranty,
      cell: (row) => opens('without_warranty', row, share(row.without_warranty, row.deposited)),
    },
    {
      key: 'reason',
      header: t('shops.wrongReason'),
      value: (row) => row.wrong_reason,
      cell: (row) => opens('wrong_reason', row, share(row.wrong_reason, row.judged)),
    },
    {
      key: 'answer',
      header: t('shops.answer'),
      value: (row) => row.answer_median_seconds,
      cell: (row) => opens('answers', row, span(row.answer_median_seconds)),
    },
    {
      key: 'texts',
      header: t('shops.texts'),
      value: (row) => row.text_answer_median_seconds,
      cell: (row) => opens('texts', row, row.texts === 0 ? '–' : textsIn(row)),
    },
  ];
}

const WIDEST_DAYS = 60;
const at = (seconds: number): string => `${(100 * Math.min(seconds / 86_400, WIDEST_DAYS)) / WIDEST_DAYS}%`;

/** A dot at the median, a line up to P90, a tick at the median before: all on one scale of sixty days. */
function Range({
  row: { median_seconds: median, p90_seconds: p90, before_median_seconds: before },
}: {
  row: ShopRow;
}) {
  if (median === null || p90 === null) return null;
  return (
    <span className="range" aria-hidden>
      <span
        className="range-line"
        style={{ insetInlineStart: at(median), insetInlineEnd: `calc(100% - ${at(p90)})` }}
      />
      {before !== null && <span className="range-tick" style={{ insetInlineStart: at(before) }} />}
      <span className="range-dot" style={{ insetInlineStart: at(median) }} />
    </span>
  );
}
