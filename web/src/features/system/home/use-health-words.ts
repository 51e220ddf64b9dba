import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { serverNow } from '../../../lib/time/server-clock.ts';
import type { HealthLine } from './queries.ts';

export interface HealthWords {
  readonly title: string;
  readonly more: string;
}

const BYTES_OF_A_MEGABYTE = 1_000_000;

/** A line in words: what is so, and one fact below it. */
export function useHealthWords(): (line: HealthLine) => HealthWords {
  const { t } = useTranslation(['health', 'jobs', 'system']);
  const format = useStaffFormat();
  return (line) => {
    const key = `health:${line.what}.${line.says}`;
    const facts = factsOf(line, format, t('system:setting.messages_on'));
    const more = line.reason === null ? t(`${key}More`, facts) : t(`jobs:backup.trouble.${line.reason}`);
    return { title: t(key, facts), more };
  };
}

function factsOf(line: HealthLine, format: ReturnType<typeof useStaffFormat>, setting: string) {
  const { at, count, total, limit_days: limit, names } = line;
  return {
    at: at === null ? '' : format.dateTime(at),
    date: at === null ? '' : format.date(at),
    ago: at === null ? '' : format.ago(serverNow() - Date.parse(at)),
    number: format.number(count),
    total: format.number(total),
    limit: format.number(limit ?? 0),
    size: format.number(Math.ceil(count / BYTES_OF_A_MEGABYTE)),
    names: format.list(names),
    setting,
  };
}
