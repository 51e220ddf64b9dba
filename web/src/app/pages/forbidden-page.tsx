import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../components/ui/states.tsx';

/** A screen the person may not see: which permission is missing, and whom to ask. */
export function ForbiddenPage({ permission }: { permission: string }) {
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
      {t('forbidden.text', { permission })}
    </EmptyState>
  );
}
