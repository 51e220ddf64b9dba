import { type ReactNode, Component, useEffect, useState } from 'react';
import { NoConnection, serverAnswers } from '@atelier/ui/chunks/no-connection.ts';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@atelier/ui/feedback/states.tsx';

const AGAIN_MS = 5000;

/** A screen that was never opened here, and cannot be loaded now: it appears when the connection is back. */
function NoConnectionPage() {
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

interface BoundaryProps {
  /** Another address starts afresh. */
  place: string;
  children: ReactNode;
}
interface BoundaryState {
  brokenAt: string | null;
  isOffline: boolean;
}

/** Keeps a broken screen from taking the rest with it: menu and header stay, and another screen can be opened. */
export class ScreenBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { brokenAt: null, isOffline: false };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { brokenAt: '', isOffline: error instanceof NoConnection };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    if (state.brokenAt === '') return { brokenAt: props.place };
    return state.brokenAt !== null && state.brokenAt !== props.place ? { brokenAt: null } : null;
  }

  override render(): ReactNode {
    const { brokenAt, isOffline } = this.state;
    if (brokenAt === null) return this.props.children;
    return isOffline ? <NoConnectionPage /> : <RouteErrorPage />;
  }
}

/** What a screen that broke leaves behind: never a blank page. Its cause is in the browser's console, not before the user. */
function RouteErrorPage() {
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
