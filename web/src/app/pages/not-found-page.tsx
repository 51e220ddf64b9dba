import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { usePageHeader } from '../../lib/page/page-header.ts';

/** An address that leads nowhere, or to something outside one's store. */
export function NotFoundPage() {
  const { t } = useTranslation('shell');
  usePageHeader({ title: t('notFound.title') });
  return (
    <EmptyState
      title={t('notFound.title')}
      icon={<Compass aria-hidden />}
      testId="not-found"
      action={
        <Link className="link" to="/">
          {t('notFound.home')}
        </Link>
      }
    >
      {t('notFound.text')}
    </EmptyState>
  );
}
