import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';

/** A screen the person may not see, by its name, and whom to ask. `title` is its key in `shell`. */
export function ForbiddenPage({ title }: { title: string }) {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      title={t('forbidden.title')}
      icon={<LockKeyhole aria-hidden />}
      testId="forbidden"
      action={
        <Link className="link" to="/">
          {t('notFound.home')}
        </Link>
      }
    >
      {t('forbidden.text', { screen: t(title) })}
    </EmptyState>
  );
}
