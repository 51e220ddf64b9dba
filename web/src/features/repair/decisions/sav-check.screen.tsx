import { codeText } from '@atelier/domain/contract/codes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { useInbound } from '../../../shared/queries/packages.ts';
import { ByLine } from '../../../shared/decisions/by-line.tsx';
import { SavForm } from './sav-form.tsx';
import { arrivedOf, savChecksQuery } from '../queries.ts';
import '../../../shared/decisions/decisions.css';

/** `/savCheck`: the counts of what came in with a package, and every result before (product/shipping.md §12). */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const [tracking, setTracking] = useState(params.get('tracking') ?? '');
  const [sheet, setSheet] = useState(0);
  const ask = (number: string) => setParams(number === '' ? {} : { tracking: number }, { replace: true });
  const choose = (number: string) => {
    setTracking(number);
    setSheet((before) => before + 1);
    ask(number);
  };
  useWedge({ onScan: (code) => choose(codeText(code)) });
  return (
    <div className="sav-cols columns gap-16 at-start" data-testid="sav-check">
      {/* Another package chosen or scanned is another sheet: no count of the one before stays on it. */}
      <SavForm key={sheet} tracking={tracking} onTracking={setTracking} onAsk={ask} />
      <div className="stack">
        <History tracking={params.get('tracking') ?? ''} />
        <Inbound onChoose={choose} />
      </div>
    </div>
  );
}

function History({ tracking }: { tracking: string }) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  const query = useQuery(savChecksQuery(tracking));
  const checks = query.data?.data.checks ?? [];
  if (tracking === '' || query.isError) return null;
  return (
    <Panel title={t('savCheck.history')} aside={<bdi>{tracking}</bdi>} testId="sav-history">
      {query.isPending && (
        <div className="panel-body">
          <Skeleton rows={2} height={36} />
        </div>
      )}
      {query.isSuccess && checks.length === 0 && (
        <p className="panel-body muted" data-testid="sav-none">
          {t('savCheck.noHistory')}
        </p>
      )}
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

function Inbound({ onChoose }: { onChoose: (tracking: string) => void }) {
  const { t } = useTranslation(['decisions', 'repair']);
  const { query, rows: all } = useInbound();
  const rows = arrivedOf(all);
  return (
    <Panel title={t('decisions:savCheck.inbound')} testId="sav-inbound">
      {query.isPending && (
        <div className="panel-body">
          <Skeleton rows={4} height={36} />
        </div>
      )}
      {query.isSuccess && rows.length === 0 && <EmptyState title={t('decisions:savCheck.inboundEmpty')} />}
      <ul className="ledger stack gap-0">
        {rows.slice(0, 12).map((row) => (
          <li key={row.id}>
            <span>
              <bdi className="strong num">{row.tracking_no}</bdi>
              <span className="small muted">
                {' '}
                <bdi>{row.from.name}</bdi> ·{' '}
                {t('repair:packages.items', { count: row.item_count, received: row.received_count })}
              </span>
            </span>
            <Button onClick={() => onChoose(row.tracking_no)} testId={`sav-choose-${row.tracking_no}`}>
              {t('decisions:savCheck.choose')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
