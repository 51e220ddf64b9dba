import { Banner } from '@atelier/ui/feedback/states.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { WhatIf } from './what-if-query.ts';

/** Whether the rules in force then give what the log holds, and what is in no result. */
export function CheckPanel({ data: { check } }: { data: WhatIf }) {
  const { t } = useTranslation('what-if');
  const { number } = useStaffFormat();
  const values = {
    count: check.decided,
    shown: number(check.decided),
    same: number(check.same),
    pieces: number(check.pieces),
  };
  const isSame = check.same === check.decided;
  return (
    <Panel
      className="figure what-if-check"
      title={t('check.title')}
      testId="what-if-check"
      footer={<p className="small muted">{t('check.note')}</p>}
    >
      <p className="what-if-checked" data-testid="check-same">
        {t(isSame ? 'check.same' : 'check.differ', values)}
      </p>
      {check.undecided.map((each) => (
        <Undecided key={each.cause} {...each} />
      ))}
      {!isSame && <Banner tone="warn">{t('check.left')}</Banner>}
    </Panel>
  );
}

/** Pieces that are left out for one cause; the first of them can be opened. */
function Undecided({ cause, pieces, examples }: WhatIf['check']['undecided'][number]) {
  const { t } = useTranslation('what-if');
  const { number } = useStaffFormat();
  return (
    <details className="what-if-undecided" data-testid={`undecided-${cause}`}>
      <summary>
        <b className="num">{number(pieces)}</b> {t(`check.cause.${cause}`)}
      </summary>
      <p className="flex wrap gap-8">
        {examples.map(({ item_id, rma_id, number: name }) => (
          <Link key={item_id} className="link" to={`/readRma?id=${rma_id}&item=${item_id}`}>
            <bdi>{name}</bdi>
          </Link>
        ))}
      </p>
    </details>
  );
}
