import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { PAGE_SIZE } from './workforce-queries.ts';

export function Pages({
  total,
  page,
  onPage,
}: {
  total: number;
  page: number;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation('workers');
  const { number } = useStaffFormat();
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (last === 1 && page === 1) return null;
  return (
    <div className="panel-foot workers-pages">
      <Button
        variant="quiet"
        icon={<ChevronLeft size={16} aria-hidden className="flips" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        testId="workers-before"
      >
        {t('before')}
      </Button>
      <span className="small muted num">{t('page', { page: number(page), last: number(last) })}</span>
      <Button
        variant="quiet"
        icon={<ChevronRight size={16} aria-hidden className="flips" />}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
        testId="workers-after"
      >
        {t('after')}
      </Button>
    </div>
  );
}
