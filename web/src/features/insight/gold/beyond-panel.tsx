import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useTranslation } from 'react-i18next';
import { useFromTo } from '../../../shared/language/use-from-to.ts';
import { Link } from 'react-router-dom';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import { IntervalTag, useSpanWords } from '../../../shared/weights/interval-words.tsx';
import { useGrams } from '../../../shared/weights/use-grams.ts';
import { useFigure } from '../use-figure.ts';
import { balanceOf } from './balance.ts';
import { goldQuery, intervalsQuery, type GoldInterval, type GoldProps } from './gold-queries.ts';

const SHOWN = 8;

interface BeyondPanelProps extends GoldProps {
  readonly chosen: GoldInterval | null;
  readonly choose: (interval: GoldInterval) => void;
}

/** The largest differences, each with the custody in which it arose. */
export function BeyondPanel({ query, open, chosen, choose }: BeyondPanelProps) {
  const { t } = useTranslation('gold');
  const answer = useFigure(intervalsQuery({ ...query, verdict: 'beyond', page: 1, page_size: SHOWN }));
  return (
    <Panel className="figure gold-beyond" title={t('beyond.title')} testId="gold-beyond">
      <p className="figure-note small muted">{t('beyond.lead')}</p>
      <QueryView query={answer} skeleton={{ rows: 4, height: 64 }} padded failed={t('failed')}>
        {({ data, total }) => (
          <>
            {data.length === 0 && <p className="figure-note">{t('beyond.none')}</p>}
            <ul className="ledger-pins stack gap-0">
              {data.map((each) => (
                <Pin
                  key={`${each.item_id}-${each.weighing}`}
                  interval={each}
                  isChosen={each.item_id === chosen?.item_id && each.weighing === chosen.weighing}
                  choose={choose}
                />
              ))}
            </ul>
            <Foot query={query} open={open} total={total ?? data.length} />
          </>
        )}
      </QueryView>
    </Panel>
  );
}

interface PinProps {
  readonly interval: GoldInterval;
  readonly isChosen: boolean;
  readonly choose: (interval: GoldInterval) => void;
}

function Pin({ interval, isChosen, choose }: PinProps) {
  const { dateTime } = useStaffFormat();
  const fromTo = useFromTo();
  const { signed } = useGrams();
  const { t } = useTranslation('terms');
  const words = useSpanWords();
  return (
    <li>
      <button
        type="button"
        className="ledger-pin grid"
        aria-pressed={isChosen}
        onClick={() => choose(interval)}
        data-testid={`pin-${interval.number}`}
      >
        <b>
          <bdi>{interval.number}</bdi>
        </b>
        <bdi className={interval.difference_mg < 0 ? 'num strong ledger-off' : 'num strong'}>
          {t('grams', { value: signed(interval.difference_mg) })}
        </bdi>
        <span className="small muted">
          <span>{fromTo(interval.spans.map(words))}</span>
          <br />
          <bdi>
            {dateTime(interval.opened_at)} – {dateTime(interval.closed_at)}
          </bdi>
        </span>
        <IntervalTag interval={interval} />
      </button>
    </li>
  );
}

function Foot({ query, open, total }: GoldProps & { total: number }) {
  const { t } = useTranslation('gold');
  const { number } = useStaffFormat();
  const { grams } = useGrams();
  const { allPermission } = useSession().view;
  const answer = useFigure(goldQuery(query)).data?.data;
  const unjudged = balanceOf(answer?.rows ?? []).unjudged;
  return (
    <p className="panel-foot small muted stack gap-4">
      {total > SHOWN && (
        <button type="button" className="link" onClick={() => open({ verdict: 'beyond' })}>
          {t('open', { count: total, shown: number(total) })}
        </button>
      )}
      {unjudged > 0 && (
        <button
          type="button"
          className="link"
          onClick={() => open({ verdict: 'unjudged' })}
          data-testid="open-unjudged"
        >
          {t('beyond.unjudged', { count: unjudged, shown: number(unjudged) })}
        </button>
      )}
      {answer !== undefined && <span>{t('beyond.tolerance', { grams: grams(answer.tolerance_mg) })}</span>}
      {allPermission.includes('view system config') && (
        <Link className="link" to="/system/systemConfig?q=weight_tolerance">
          {t('beyond.change')}
        </Link>
      )}
    </p>
  );
}
