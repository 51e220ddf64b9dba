import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import './paged-table.css';

export interface PagerProps {
  /** Test ids are `<id>-before` and `<id>-after`. */
  id: string;
  total: number | undefined;
  pageSize: number;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
  /** Whether the pages go back in time; else they go on by name. */
  byTime?: boolean;
}

/** Back and on by a page; nothing where there is one page only. */
export function Pager({ id, total = 0, pageSize, page, onPage, byTime = false }: PagerProps) {
  const { t } = useTranslation('common');
  const { number } = useStaffFormat();
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1 && page === 1) return null;
  return (
    <nav className="panel-foot between" aria-label={t('pager.label')}>
      <Button
        variant="quiet"
        icon={<ChevronLeft size={16} aria-hidden className="flips" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        testId={`${id}-before`}
      >
        {t(byTime ? 'pager.newer' : 'pager.previous')}
      </Button>
      <span className="small muted num">{t('pager.page', { page: number(page), last: number(last) })}</span>
      <Button
        variant="quiet"
        icon={<ChevronRight size={16} aria-hidden className="flips" />}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
        testId={`${id}-after`}
      >
        {t(byTime ? 'pager.older' : 'pager.next')}
      </Button>
    </nav>
  );
}
