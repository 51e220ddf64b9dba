import { codeText } from '@atelier/domain/contract/codes.ts';
import type { SavWaitingView } from '@atelier/contracts/shipping/sav-check-schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { PackageCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { scopeTopics } from '../../../live/scope-topics.ts';
import { ByLine } from '../../../shared/decisions/by-line.tsx';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import { useLiveQuery } from '../../../shared/queries/live-query.ts';
import { savChecksQuery, savWaitingQuery } from '../queries.ts';
import { CheckPanel } from './check-panel.tsx';
import { WaitingPanel } from './waiting-panel.tsx';
import '../../../shared/decisions/decisions.css';
import './sav-check.css';

/** Arrivals come piece by piece; the list need not follow each at once. */
const LIVE_EVERY_MS = 1000;

/** `/savCheck`: the packages that wait for their check, and the pieces of one of them (product/shipping.md §12). */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const client = useQueryClient();
  const topics = scopeTopics(useSession().view.site);
  const list = useLiveQuery(savWaitingQuery(), topics, LIVE_EVERY_MS);
  const waiting = list.data?.data;
  const asked = params.get('tracking') ?? '';
  const chosen = asked === '' ? (waiting?.packages[0]?.package.tracking_no ?? '') : asked;
  const choose = (tracking: string) => setParams({ tracking }, { replace: true });
  /** The saved package leaves the list at once, so that the next one opens. */
  const next = () => {
    client.setQueryData(savWaitingQuery().queryKey, (before) =>
      before === undefined ? before : { ...before, data: withoutSaved(before.data, chosen) },
    );
    setParams({}, { replace: true });
  };
  return (
    <div className="sav" data-testid="sav-check">
      <WaitingPanel query={list} waiting={waiting} chosen={chosen} onChoose={choose} />
      {chosen !== '' && (
        <Chosen key={chosen} tracking={chosen} topics={topics} onOther={choose} onSaved={next} />
      )}
      {chosen === '' && list.isSuccess && <NoneChosen onScan={choose} />}
    </div>
  );
}

function withoutSaved(waiting: SavWaitingView, tracking: string): SavWaitingView {
  const packages = waiting.packages.filter((row) => row.package.tracking_no !== tracking);
  const isListed = packages.length < waiting.packages.length;
  return { packages, checked_today: waiting.checked_today + (isListed ? 1 : 0) };
}

interface ChosenProps {
  tracking: string;
  topics: readonly string[];
  onOther: (code: string) => void;
  onSaved: () => void;
}

function Chosen({ tracking, topics, onOther, onSaved }: ChosenProps) {
  const { t } = useTranslation('decisions');
  const query = useLiveQuery(savChecksQuery(tracking), topics, LIVE_EVERY_MS);
  const other = (code: string) => onOther(codeText(code));
  // While there are no pieces to jump to, a scan opens its package.
  useWedge({ onScan: other }, query.data === undefined);
  return (
    <div className="stack">
      {query.data === undefined ? (
        <Panel title={<bdi className="num">{tracking}</bdi>} testId="sav-opening">
          <QueryView query={query} skeleton={{ rows: 4, height: 84 }} padded failed={t('savCheck.notHere')} />
        </Panel>
      ) : (
        <>
          <CheckPanel checks={query.data.data} onOther={other} onSaved={onSaved} />
          <History checks={query.data.data.checks} />
        </>
      )}
    </div>
  );
}

function NoneChosen({ onScan }: { onScan: (tracking: string) => void }) {
  const { t } = useTranslation('decisions');
  useWedge({ onScan: (code) => onScan(codeText(code)) });
  return (
    <Panel testId="sav-none">
      <EmptyState title={t('savCheck.allChecked')} icon={<PackageCheck aria-hidden />}>
        {t('savCheck.allCheckedBody')}
      </EmptyState>
    </Panel>
  );
}

type Checks = Parameters<typeof CheckPanel>[0]['checks']['checks'];

/** Every result before: each is kept, the newest counts. */
function History({ checks }: { checks: Checks }) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  if (checks.length === 0) return null;
  return (
    <Panel title={t('savCheck.history')} testId="sav-history">
      <ol className="ledger stack gap-0">
        {checks.map((check, index) => (
          <li key={`${check.at} ${index}`} data-testid="sav-line">
            <span className="num">
              {t('savCheck.counts', {
                wrong: format.number(check.wrong_reason),
                without: format.number(check.no_warranty),
              })}
            </span>
            {index === 0 && <Tag>{t('savCheck.newest')}</Tag>}
            <ByLine name={check.by} at={check.at} className="wide" />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
