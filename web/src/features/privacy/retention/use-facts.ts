import type { RetentionSchedule } from '@atelier/domain/shared/retention.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { retentionFacts, type RetentionFact } from '../../../shared/retention/retention-words.ts';

/** The lines of a schedule in the reader's language. */
export function useFacts(): (schedule: RetentionSchedule) => readonly RetentionFact[] {
  const { t, i18n } = useTranslation('system');
  const format = useStaffFormat();
  return (schedule) => retentionFacts(schedule, { t, format, language: i18n.language });
}
