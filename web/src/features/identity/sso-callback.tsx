import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { beginSession } from '../../lib/session/session-store.ts';
import { signInByCode } from './sign-in.ts';

/**
 * Back from the identity provider, with a code or with its refusal. A failure goes to /dashboard, whose guard leads to
 * /login, and says so (product/identity.md §3).
 */
export function SsoCallback({ search }: { search: URLSearchParams }) {
  const { t } = useTranslation('login');
  const navigate = useNavigate();
  useEffect(() => {
    let current = true;
    const signIn = search.has('code') ? signInByCode(search) : Promise.reject(new Error('refused'));
    signIn.then(
      (data) => (current ? beginSession(data, 'sso') : undefined),
      () => {
        if (!current) return;
        notify({ tone: 'error', title: t('ssoFailed'), id: 'sso' });
        void navigate('/dashboard', { replace: true });
      },
    );
    return () => {
      current = false;
    };
  }, [search, navigate, t]);
  return (
    <div className="login-form stack" role="status">
      <h1>{t('ssoRunning')}</h1>
      <Skeleton rows={3} height={38} />
    </div>
  );
}
