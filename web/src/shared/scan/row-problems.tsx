import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import type { RowProblem } from './use-save.ts';

interface ProblemsProps {
  problems: readonly RowProblem[];
  failure: unknown;
  onClose: () => void;
}

/** Pieces that could not be saved, each with its reason; the others are. */
export function RowProblems({ problems, failure, onClose }: ProblemsProps) {
  const { t } = useTranslation(['repair', 'refusals', 'common']);
  if (failure !== null && failure !== undefined) {
    const { title, detail } = errorWords(failure);
    return (
      <Banner tone="error" title={title}>
        {detail ?? t('repair:saved.failed')}
      </Banner>
    );
  }
  if (problems.length === 0) return null;
  return (
    <Banner
      tone="error"
      title={t('repair:saved.partly')}
      testId="row-problems"
      action={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <ul>
        {problems.map(({ id, number, code }) => (
          <li key={id}>
            <bdi>{t('repair:line.problem', { number, why: t(`refusals:${code}`, code) })}</bdi>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
