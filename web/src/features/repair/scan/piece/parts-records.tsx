import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import type { PartsRecord } from './parts-state.ts';

interface PartsRecordsProps {
  records: readonly PartsRecord[];
  onCorrect?: (record: PartsRecord) => void;
}

/** What was used so far, by whom; each record opens for its correction where one can be made. */
export function PartsRecords({ records, onCorrect }: PartsRecordsProps) {
  const { t } = useTranslation('bench');
  const format = useStaffFormat();
  if (records.length === 0) return null;
  const wordsOf = ({ code, pieces, weight }: PartsRecord['lines'][number]): string =>
    pieces === null
      ? t('parts.weighed', { grams: format.number(weight ?? 0), code })
      : t('parts.counted', { number: format.number(pieces), code });
  return (
    <ul className="stack gap-6" data-testid="parts-records">
      {records.map((record) => (
        <li key={record.record} className="row gap-8 between small" data-record={record.record}>
          <span>
            <bdi>{format.list(record.lines.map(wordsOf))}</bdi>{' '}
            <span className="muted">
              <bdi>
                {record.by} · {format.dateTime(record.at)}
              </bdi>
            </span>
          </span>
          {onCorrect !== undefined && (
            <Button
              variant="quiet"
              onClick={() => onCorrect(record)}
              testId={`parts-correct-${record.record}`}
            >
              {t('parts.correctThis')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
