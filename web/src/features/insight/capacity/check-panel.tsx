import { errorOf } from '@atelier/domain/insight/simulation/flow-model.ts';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useDays } from './use-days.ts';
import { isTrusted, type Capacity } from './simulated.ts';

/** How near the simulation came to a quarter that it had not seen. */
export function CheckPanel({ capacity }: { capacity: Capacity }) {
  const { t } = useTranslation('capacity');
  const { date, number, percent } = useStaffFormat();
  const days = useDays();
  const { check } = capacity;
  return (
    <Panel
      className="figure capacity-check"
      title={t('check.title')}
      testId="capacity-check"
      footer={<p className="small muted">{t('check.note', { date: date(capacity.learnt_at) })}</p>}
    >
      {check === null ? (
        <Banner tone="warn" testId="capacity-unchecked">
          {t('check.none')}
        </Banner>
      ) : (
        <>
          <dl className="capacity-facts" data-testid="capacity-facts">
            <Fact name={t('check.quarter')}>
              {date(check.from)} – {date(check.to)} (
              {t('check.pieces', { count: check.pieces, shown: number(check.pieces) })})
            </Fact>
            <Fact name={t('check.half')}>
              {t('check.both', { real: days(check.real.p50), simulated: days(check.simulated.p50) })}
            </Fact>
            <Fact name={t('check.most')}>
              {t('check.both', { real: days(check.real.p85), simulated: days(check.simulated.p85) })}
            </Fact>
            <Fact name={t('check.error')}>
              <b className="num" data-testid="capacity-error">
                {percent(errorOf(check), 1)}
              </b>
            </Fact>
          </dl>
          {!isTrusted(capacity) && (
            <Banner tone="warn" testId="capacity-refused">
              {t('check.refused')}
            </Banner>
          )}
        </>
      )}
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="small muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
