import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { FigurePanel } from './figure-panel.tsx';
import type { TwinColumn } from './twin-column.ts';
import { OpenPieces, type FigureProps } from './open-pieces.tsx';
import { lossesQuery, type Losses } from './queries.ts';
import { useFigure } from './use-figure.ts';

type Settled = Losses['settled'][number];

/** Pieces that are missing, and what was settled for lost ones. */
export function LossesPanel({ query, open }: FigureProps) {
  const { t } = useTranslation('insight');
  const { number, money } = useStaffFormat();
  const columns: readonly TwinColumn<Settled>[] = [
    { key: 'currency', header: t('currency'), isText: true, value: ({ currency }) => currency },
    {
      key: 'amount',
      header: t('losses.amount'),
      value: ({ amount }) => amount,
      cell: ({ amount, currency }) => money(amount, currency),
    },
  ];
  const answer = useFigure(lossesQuery(query));
  const view = answer.data?.data;
  const { missing = 0, lost = 0 } = view ?? {};
  return (
    <FigurePanel
      id="losses"
      title={t('losses.title')}
      answer={answer}
      rows={view?.settled}
      rowKey={({ currency }) => currency}
      columns={columns}
      isQuiet
      lead={
        <p className="figure-lead flex wrap">
          <span>
            <b className="num">{number(missing)}</b> {t('losses.missing')}{' '}
            <OpenPieces figure="missing" count={missing} open={open} />
          </span>
          <span>
            <b className="num">{number(lost)}</b> {t('losses.lost')}{' '}
            <OpenPieces figure="lost" count={lost} open={open} />
          </span>
        </p>
      }
      foot={t('losses.note')}
    />
  );
}
