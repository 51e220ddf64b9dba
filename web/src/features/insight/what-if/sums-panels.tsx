import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { Bars } from '../bars.tsx';
import { FigurePanel } from '../figure-panel.tsx';
import type { TwinColumn } from '../twin-column.ts';
import { useSigned } from './use-signed.ts';
import type { Sums, WhatIf } from './what-if-query.ts';

/** The answer is read above: it is never waited for here. */
const READ = { isPending: false, isError: false, error: null, refetch: () => undefined } as const;
const MOST_BARS = 12;

/** Which shops the difference falls on. */
export function ShopsPanel({ data }: { data: WhatIf }) {
  const { t } = useTranslation('what-if');
  const { country } = useStaffFormat();
  const name: TwinColumn<WhatIf['shops'][number]> = {
    key: 'shop',
    header: t('sums.shop'),
    isText: true,
    value: ({ shop }) => shop,
  };
  const place: TwinColumn<WhatIf['shops'][number]> = {
    key: 'country',
    header: t('sums.country'),
    isText: true,
    value: (row) => country(row.country),
  };
  return (
    <FigurePanel
      id="what-if-shops"
      title={t('sums.byShop')}
      answer={{ ...READ, data }}
      rows={data.shops}
      rowKey={({ shop_id: id }) => id}
      columns={[name, place, ...useSumColumns()]}
      isDrawn
      chart={<ShopBars shops={data.shops} />}
      foot={t('sums.note')}
    />
  );
}

function ShopBars({ shops }: { shops: WhatIf['shops'] }) {
  const { t } = useTranslation('what-if');
  const bars = shops
    .slice(0, MOST_BARS)
    .map(({ shop, pieces }) => ({ name: shop, value: pieces, mark: null, tone: 'ok' as const }));
  return <Bars label={t('sums.byShop')} bars={bars} />;
}

export function CountriesPanel({ data }: { data: WhatIf }) {
  const { t } = useTranslation('what-if');
  const { country } = useStaffFormat();
  const name: TwinColumn<WhatIf['countries'][number]> = {
    key: 'country',
    header: t('sums.country'),
    isText: true,
    value: (row) => country(row.country),
  };
  return (
    <FigurePanel
      id="what-if-countries"
      title={t('sums.byCountry')}
      answer={{ ...READ, data }}
      rows={data.countries}
      rowKey={(row) => row.country}
      columns={[name, ...useSumColumns()]}
    />
  );
}

function useSumColumns(): TwinColumn<Sums>[] {
  const { t } = useTranslation('what-if');
  const { number } = useStaffFormat();
  const signed = useSigned();
  const counted = (key: string, header: string, of: (row: Sums) => number): TwinColumn<Sums> => ({
    key,
    header,
    value: of,
    cell: (row) => <span className="num">{of(row) === 0 ? '–' : number(of(row))}</span>,
  });
  const marks = (row: Sums) => row.marks.reduce((sum, { more, less }) => sum + more - less, 0);
  const fees = (row: Sums) => row.fees.map((fee) => signed(fee.after - fee.before, fee.currency)).join(', ');
  return [
    counted('pieces', t('sums.pieces'), ({ pieces }) => pieces),
    counted('out', t('sums.outOf'), (row) => row.out_of_warranty),
    counted('into', t('sums.into'), (row) => row.into_warranty),
    {
      key: 'fees',
      header: t('sums.fees'),
      value: fees,
      cell: (row) => <bdi className="num">{fees(row) || '–'}</bdi>,
    },
    {
      key: 'marks',
      header: t('sums.marks'),
      value: marks,
      cell: (row) => <bdi className="num">{marks(row) === 0 ? '–' : number(marks(row))}</bdi>,
    },
  ];
}
