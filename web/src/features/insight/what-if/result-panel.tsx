import { Status } from '@atelier/domain/shared/status.ts';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useTranslation } from 'react-i18next';
import { useFromTo } from '../../../shared/language/use-from-to.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useSigned } from './use-signed.ts';
import type { AnsweredProps } from './what-if-props.ts';

/** How many pieces would differ, and in what. */
export function ResultPanel({ data, isPending }: Pick<AnsweredProps, 'data' | 'isPending'>) {
  const { t } = useTranslation('what-if');
  return (
    <Panel className="figure what-if-result" title={t('result.title')} testId="what-if-result">
      {isPending ? (
        <div className="panel-body">
          <Skeleton rows={2} height={32} />
        </div>
      ) : (
        <Result data={data} />
      )}
    </Panel>
  );
}

function Result({ data: { sums, assumed } }: Pick<AnsweredProps, 'data'>) {
  const { t } = useTranslation(['what-if', 'values']);
  const { number } = useStaffFormat();
  return (
    <div aria-live="polite">
      <p className="what-if-lead" data-testid="what-if-lead">
        {t('result.pieces', { count: sums.pieces, shown: number(sums.pieces) })}
      </p>
      <dl className="what-if-facts">
        <Fact name={t('result.outOf')} count={sums.out_of_warranty} testId="out-of-warranty" />
        <Fact name={t('result.into')} count={sums.into_warranty} testId="into-warranty" />
        {sums.marks.map(({ rma_status_id: status, more, less }) => (
          <Fact
            key={status}
            name={t(`result.mark.${status === Status.Created ? 'ready' : 'waiting'}`)}
            count={more}
            less={less}
            testId={`marks-${status}`}
          />
        ))}
        <Money fees={sums.fees} />
      </dl>
      {assumed > 0 && (
        <p className="small muted what-if-note" data-testid="what-if-assumed">
          {t('result.assumed', {
            count: assumed,
            shown: number(assumed),
            was: t('values:cause.Expire Warranty'),
            taken: t('values:cause.Production Issue'),
          })}
        </p>
      )}
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly count: number;
  /** Pieces that are left out instead. */
  readonly less?: number;
  readonly testId: string;
}

function Fact({ name, count, less, testId }: FactProps) {
  const { number } = useStaffFormat();
  if (count === 0 && (less ?? 0) === 0) return null;
  return (
    <div data-testid={testId}>
      <dt className="small muted">{name}</dt>
      <dd className="num">{less === undefined ? number(count) : `+${number(count)} / −${number(less)}`}</dd>
    </div>
  );
}

/** What would be due more or less, in each currency. */
function Money({ fees }: { readonly fees: AnsweredProps['data']['sums']['fees'] }) {
  const { t } = useTranslation('what-if');
  const { money, number } = useStaffFormat();
  const fromTo = useFromTo();
  const signed = useSigned();
  return fees.map(({ currency, pieces, before, after }) => (
    <div key={currency} data-testid={`money-${currency}`}>
      <dt className="small muted">{t('result.fees', { count: pieces, shown: number(pieces), currency })}</dt>
      <dd className="num">
        <bdi>{signed(after - before, currency)}</bdi>
        <small className="muted">{fromTo([money(before, currency), money(after, currency)])}</small>
      </dd>
    </div>
  ));
}
