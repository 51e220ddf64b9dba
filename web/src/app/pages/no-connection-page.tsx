import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@atelier/ui/feedback/states.tsx';
import { serverAnswers } from '@atelier/ui/chunks/no-connection.ts';

const AGAIN_MS = 5000;

/** A screen that was never opened here, and cannot be loaded now: it appears by itself when the connection is back. */
export function NoConnectionPage() {
  const { t } = useTranslation('errors');
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    // Without a server the browser's own error page would stand here, and the menu would be gone.
    if (await serverAnswers()) location.reload();
    setBusy(false);
  };
  useEffect(() => {
    const again = () => void serverAnswers().then((isThere) => isThere && location.reload());
    const timer = setInterval(again, AGAIN_MS);
    globalThis.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', again);
    };
  }, []);
  return (
    <ErrorState
      title={t('kind.network')}
      detail={t('screenNotLoaded')}
      onRetry={() => void retry()}
      busy={isBusy}
      testId="no-connection"
    />
  );
}
