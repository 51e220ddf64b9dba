import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { rowsOf, useJobs } from '../queries.ts';
import type { HealthWords } from './use-health-words.ts';

export interface JobsLine extends HealthWords {
  readonly standing: 'well' | 'bad';
}

/** Jobs and read models in one sentence, live; undefined until they are known. */
export function useJobsLine(): JobsLine | undefined {
  const { t } = useTranslation('health');
  const { number, dateTime } = useStaffFormat();
  const { query, rows } = useJobs();
  if (query.data === undefined) return undefined;
  if (rowsOf(rows, 'down').length > 0)
    return { standing: 'bad', title: t('jobs.down'), more: t('jobs.downMore') };
  const failed = rowsOf(rows, 'job').filter(({ state }) => state === 'failed').length;
  const parked = rowsOf(rows, 'projection').reduce((sum, each) => sum + each.parked, 0);
  if (failed + parked > 0)
    return {
      standing: 'bad',
      title: t('jobs.failed', { number: number(failed + parked) }),
      more: t('jobs.failedMore'),
    };
  const [next] = rowsOf(rows, 'schedule')
    .flatMap(({ next_at: at }) => at ?? [])
    .toSorted();
  const more = next === undefined ? t('jobs.wellNone') : t('jobs.wellMore', { at: dateTime(next) });
  return { standing: 'well', title: t('jobs.well'), more };
}
