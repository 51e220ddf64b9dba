import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import { ASKS } from '@atelier/domain/privacy/contract.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { DecisionDialog, type Deciding } from './decision-dialog.tsx';
import { Preview } from './preview.tsx';
import { ProposalPart } from './proposal-part.tsx';
import { useRetention, type RetentionView } from './queries.ts';
import { RunsPart } from './runs-part.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useFacts } from './use-facts.ts';

/** How long persons are kept: what holds, what is proposed, whom a run would erase, and what the runs did. */
export function RetentionPanel() {
  const { t } = useTranslation('privacy');
  const query = useRetention();
  const mayAsk = usePermission(ASKS);
  const [isChanging, setChanging] = useState(false);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const view = query.data?.data;
  const waits = view?.proposal?.stage === 'proposed';
  return (
    <Panel
      title={t('retention.title')}
      testId="privacy-retention"
      action={
        mayAsk &&
        !waits && (
          <Button onClick={() => setChanging(true)} testId="retention-change">
            {t('retention.change')}
          </Button>
        )
      }
    >
      <QueryView
        query={query}
        skeleton={{ rows: 3, height: 40, gap: 14 }}
        failed={t('retention.failed')}
        padded
      >
        {({ data }) => (
          <>
            <InForce view={data} />
            {data.proposal?.stage === 'proposed' && (
              <ProposalPart proposal={data.proposal} onDecide={setDeciding} />
            )}
            <Preview choices={choicesOf(data)} testId="retention-preview" />
            <RunsPart runs={data.runs} onDecide={setDeciding} />
          </>
        )}
      </QueryView>
      {isChanging && view !== undefined && (
        <ScheduleDialog schedule={view.schedule} onClose={() => setChanging(false)} />
      )}
      {deciding !== null && <DecisionDialog deciding={deciding} onClose={() => setDeciding(null)} />}
    </Panel>
  );
}

const choicesOf = ({ schedule, proposal }: RetentionView) => [
  { name: 'inForce' as const, schedule: () => schedule },
  ...(proposal?.stage === 'proposed'
    ? [{ name: 'proposed' as const, schedule: () => proposal.schedule }]
    : []),
];

function InForce({ view: { schedule, next_run_at: next } }: { view: RetentionView }) {
  const { t } = useTranslation('privacy');
  const { dateTime } = useStaffFormat();
  const factsOf = useFacts();
  const now = useNow(MINUTE_MS);
  const isDue = next !== null && Date.parse(next) <= now;
  return (
    <div className="panel-body stack" data-testid="retention-in-force" data-on={schedule.on}>
      <p className={schedule.on ? 'strong' : 'muted'}>{t(schedule.on ? 'retention.on' : 'retention.off')}</p>
      <dl className="privacy-covered flex wrap small">
        {factsOf(schedule).map(({ key, label, value }) => (
          <div className="flex gap-6" key={key}>
            <dt className="muted">{label}</dt>
            <dd className="bold num">{value}</dd>
          </div>
        ))}
      </dl>
      {next !== null && (
        <p className="small muted">
          {isDue ? t('retention.next_soon') : t('retention.next', { time: dateTime(next) })}
        </p>
      )}
    </div>
  );
}
