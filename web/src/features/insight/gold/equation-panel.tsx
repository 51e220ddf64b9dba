import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useGrams } from '../../../shared/weights/use-grams.ts';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import { useFigure } from '../use-figure.ts';
import { balanceOf, type Balance } from './balance.ts';
import { goldQuery, type GoldProps } from './gold-queries.ts';

interface Term {
  readonly key: string;
  readonly sign: string;
  readonly mg: number;
  readonly note: string;
}

/** In = out + scrap + loss + missing, to the milligram. */
export function EquationPanel({ query }: Pick<GoldProps, 'query'>) {
  const { t } = useTranslation('gold');
  const answer = useFigure(goldQuery(query));
  return (
    <Panel className="gold-equation" testId="gold-equation">
      <QueryView query={answer} skeleton={{ rows: 1, height: 84 }} padded failed={t('failed')}>
        {({ data }) => <Equation balance={balanceOf(data.rows)} />}
      </QueryView>
    </Panel>
  );
}

function Equation({ balance }: { balance: Balance }) {
  const { t } = useTranslation('gold');
  const { grams } = useGrams();
  return (
    <dl className="equation flex wrap">
      {useTerms(balance).map(({ key, sign, mg, note }) => (
        <div key={key} className={`equation-term ${key}`}>
          <dt>
            {sign !== '' && <i aria-hidden>{sign}</i>}
            {t(key)}
          </dt>
          <dd className="num" data-testid={`equation-${key}`}>
            {t('terms:grams', { value: grams(mg) })}
          </dd>
          <dd className="small muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

function useTerms({ in_mg, added_mg, out_mg, scrap_mg, loss_mg, difference_mg, beyond }: Balance): Term[] {
  const { t } = useTranslation('gold');
  const { grams } = useGrams();
  const { number } = useStaffFormat();
  const isSurplus = difference_mg > 0;
  const notes = { pieces: grams(in_mg), added: grams(added_mg) };
  return [
    { key: 'in', sign: '', mg: in_mg + added_mg, note: t('inNote', notes) },
    { key: 'out', sign: '=', mg: out_mg, note: t('outNote') },
    { key: 'scrap', sign: '+', mg: scrap_mg, note: t('scrapNote') },
    { key: 'loss', sign: '+', mg: loss_mg, note: t('lossNote') },
    {
      key: isSurplus ? 'surplus' : 'missing',
      sign: isSurplus ? '−' : '+',
      mg: Math.abs(difference_mg),
      note: t('beyondCount', { count: beyond, shown: number(beyond) }),
    },
  ];
}
