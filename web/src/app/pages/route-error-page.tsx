import { useTranslation } from 'react-i18next';
import { ErrorState } from '@atelier/ui/feedback/states.tsx';

/** What a screen that broke leaves behind: never a blank page. Its cause is in the browser's console, not before the user. */
export function RouteErrorPage() {
  const { t } = useTranslation('errors');
  return (
    <ErrorState
      title={t('screenBroke')}
      kept={t('kept')}
      onRetry={() => location.reload()}
      testId="route-error"
    />
  );
}
