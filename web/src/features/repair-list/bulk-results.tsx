import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { BulkResult } from './bulk-moves.ts';

interface BulkResultsProps {
  results: readonly BulkResult[];
  isBusy: boolean;
  onRetry: (refused: readonly number[]) => void;
}

/** What became of each piece, the refused first, with the reason in the reader's language. */
export function BulkResults({ results, isBusy, onRetry }: BulkResultsProps) {
  const { t } = useTranslation('search');
  const { number } = useStaffFormat();
  const refused = results.filter(({ success }) => !success);
  const done = results.length - refused.length;
  return (
    <div className="stack">
      <p className="strong" role="status" data-testid="bulk-summary">
        {t('bulk.done', { count: done, total: number(done) })}
        {refused.length > 0 &&
          ` · ${t('bulk.refused', { count: refused.length, total: number(refused.length) })}`}
      </p>
      <ul className="bulk-results" aria-label={t('bulk.results')}>
        {[...refused, ...results.filter(({ success }) => success)].map((result) => (
          <ResultLine key={result.id} result={result} />
        ))}
      </ul>
      {refused.length > 0 && (
        <div className="row">
          <Button busy={isBusy} onClick={() => onRetry(refused.map(({ id }) => id))} testId="bulk-again">
            {t('bulk.again')}
          </Button>
        </div>
      )}
    </div>
  );
}

function ResultLine({ result }: { result: BulkResult }) {
  const { t, i18n } = useTranslation(['search', 'refusals']);
  const { number, success, code, message } = result;
  const why = i18n.exists(`refusals:${code}`) ? t(`refusals:${code}`) : message;
  const words = success ? t('search:bulk.rowDone') : code === 'unknown' ? t('search:bulk.unknown') : why;
  return (
    <li className={success ? 'is-done' : 'is-refused'} data-item={result.id}>
      {success ? <Check size={17} aria-hidden /> : <X size={17} aria-hidden />}
      <bdi className="strong num">{number}</bdi>
      <span className="muted">{words}</span>
    </li>
  );
}
