import type { WeightIntervalView } from '@atelier/contracts/insight/gold-schema.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { useSpanWords } from './interval-words.tsx';

/** The custody between two weighings, oldest first: hatched where a difference arose in it. */
export function IntervalSpans({ interval }: { interval: WeightIntervalView }) {
  const { t } = useTranslation('gold');
  const { dateTime } = useStaffFormat();
  const words = useSpanWords();
  const { spans, verdict } = interval;
  return (
    <div className="stack gap-6" data-testid="weight-spans">
      <ol className={`weight-spans flex wrap ${verdict}`}>
        {spans.map((span) => (
          <li key={span.from} className="small">
            <bdi>{words(span)}</bdi>
            <br />
            <bdi className="muted">
              {dateTime(span.from)} – {dateTime(span.until)}
            </bdi>
          </li>
        ))}
      </ol>
      {verdict === 'beyond' && (
        <p className="small muted">
          {spans.length === 1 ? t('span.one') : t('span.many', { count: spans.length })}
        </p>
      )}
    </div>
  );
}
