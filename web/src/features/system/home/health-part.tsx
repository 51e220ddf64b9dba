import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { HealthRow, NeedRow, type HealthEntry } from './health-row.tsx';
import { useHealth, type HealthView } from './queries.ts';
import { useHealthWords } from './use-health-words.ts';
import { useJobsLine } from './use-jobs-line.ts';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';

const URGENCY = { bad: 0, soon: 1, well: 2, off: 3 } as const;
const needsPerson = ({ standing }: HealthEntry): boolean => standing === 'bad' || standing === 'soon';

/** What needs a person first, each with one button; the rest in one quiet sentence each. */
export function HealthPart() {
  const { t } = useTranslation('health');
  const health = useHealth();
  const entries = useEntries(health.data?.data);
  const needs = entries.filter(needsPerson).toSorted((a, b) => URGENCY[a.standing] - URGENCY[b.standing]);
  const rest = entries.filter((entry) => !needsPerson(entry));
  return (
    <QueryView query={health} skeleton={{ rows: 5, height: 52, gap: 2 }} failed={t('failed')}>
      {({ data }) => (
        <>
          <Verdict count={needs.length} asOf={data.as_of} />
          {needs.length > 0 && (
            <ul className="panel health-needs" aria-label={t('needsList')}>
              {needs.map((entry, index) => (
                <NeedRow key={entry.what} entry={entry} isFirst={index === 0} />
              ))}
            </ul>
          )}
          <ul className="panel health-rest" aria-label={t('list')}>
            {rest.map((entry) => (
              <HealthRow key={entry.what} entry={entry} />
            ))}
          </ul>
        </>
      )}
    </QueryView>
  );
}

function useEntries(view: HealthView | undefined): readonly HealthEntry[] {
  const words = useHealthWords();
  const jobs = useJobsLine();
  const lines = (view?.lines ?? []).map((line) => ({ ...line, ...words(line) }));
  return jobs === undefined ? lines : [...lines, { what: 'jobs', days: [], ...jobs }];
}

function Verdict({ count, asOf }: { count: number; asOf: string }) {
  const { t } = useTranslation('health');
  const { number, ago } = useStaffFormat();
  const now = useNow(5_000);
  const Sign = count === 0 ? CircleCheck : TriangleAlert;
  return (
    <div
      className="health-verdict flex wrap middle"
      data-needs={count}
      data-testid="health-verdict"
      role="status"
    >
      <Sign aria-hidden />
      <span className="health-said">
        {count === 0 ? t('well') : t('needs', { count, number: number(count) })}
      </span>
      <span className="small muted push">
        {t('checked', { ago: ago(Math.max(0, now - Date.parse(asOf))) })}
      </span>
    </div>
  );
}
