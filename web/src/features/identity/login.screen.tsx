import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams, useNavigate } from 'react-router-dom';
import { LanguageMenu } from '../../app/layout/language-menu.tsx';
import { useFormat } from '@atelier/ui/text/format.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { signInOptionsQuery } from './sign-in-options.ts';
import { LoginForm } from './login-form.tsx';
import { LoginFrame } from './login-frame.tsx';
import type { HeldSignIn, OnHeld } from './held-sign-in.ts';
import { CodeForm } from './code-form.tsx';
import { EnrolForm } from './enrol-form.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';
import { FIRST_ACCOUNT_COMMAND } from '@atelier/domain/identity/contract.ts';
import { Banner, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { beginSession } from '../../lib/session/session-store.ts';
import { signInByCode, leaveForSso } from './sign-in.ts';
import { Building2 } from 'lucide-react';
import { Button } from '@atelier/ui/controls/button.tsx';

import './login.css';

/** Sign-in (product/identity.md §1): a quiet page on one side, the form on the other. */
export function Screen() {
  const { t } = useTranslation('login');
  const [search] = useSearchParams();
  const isBack = search.has('state') && (search.has('code') || search.has('error'));
  useEffect(() => {
    document.title = `${t('title')} · Atelier`;
  }, [t]);
  return (
    <LoginFrame
      line={t('line')}
      licence={useLicence()}
      clock={<Clock />}
      top={<LanguageMenu look="button" />}
    >
      {isBack ? <SsoCallback search={search} /> : <SignIn backups={search.get('backups') === 'true'} />}
    </LoginFrame>
  );
}

/** Where there is single sign-on it comes first; `backups=true` shows the password form alone (product/identity.md §3). */
function SignIn({ backups }: { backups: boolean }) {
  const [held, setHeld] = useState<HeldSignIn | null>(null);
  const { data, isPending, failureCount } = useQuery(signInOptionsQuery());
  const options = data?.data;
  const offer = options?.sso === true && <SsoOffer quiet={backups} />;
  if (held !== null) return <HeldStep held={held} onHeld={setHeld} onBack={() => setHeld(null)} />;
  // What comes above the fields comes with them: later it would push them from under the finger.
  if (isPending && failureCount === 0) return <FormSkeleton />;
  const above = (
    <>
      {options?.no_account === true && <NoAccount />}
      {!backups && offer}
    </>
  );
  return <LoginForm above={above} below={backups && offer} onHeld={setHeld} />;
}

const FormSkeleton = () => (
  <div className="login-form" aria-busy>
    <Skeleton rows={6} height={44} gap={18} />
  </div>
);

/** The company's licence notice where it has given one, else the product's own. */
function useLicence(): string {
  const { t } = useTranslation('login');
  const [year] = useState(() => new Date().getFullYear());
  const notice = useQuery(signInOptionsQuery()).data?.data?.licence_notice;
  return notice || t('licence', { year });
}

function Clock() {
  const now = useNow(1000);
  const { time, date } = useFormat();
  const moment = new Date(now);
  return (
    <p className="login-clock text-end size-s nowrap" data-testid="clock">
      <time dateTime={moment.toISOString()}>
        <span className="num">{time(moment, true)}</span> <span>{date(moment)}</span>
      </time>
    </p>
  );
}

interface HeldStepProps {
  held: HeldSignIn;
  onHeld: OnHeld;
  onBack: () => void;
}

/** What a sign-in has to do after its password: a code, one's own password, or a second factor. */
function HeldStep({ held, ...on }: HeldStepProps) {
  if (held.kind === 'code') return <CodeForm step={held.step} password={held.password} {...on} />;
  if (held.kind === 'password') return <OwnPasswordForm held={held} {...on} />;
  return <EnrolForm held={held} {...on} />;
}

/** While no account can sign in yet: how the operator of the server makes the first account. */
function NoAccount() {
  const { t } = useTranslation('login');
  return (
    <Banner testId="no-account">
      <p>{t('noAccount')}</p>
      <code dir="ltr">{FIRST_ACCOUNT_COMMAND}</code>
    </Banner>
  );
}

/**
 * Back from the identity provider, with a code or with its refusal. A failure goes to /dashboard, whose guard leads to
 * /login, and says so (product/identity.md §3).
 */
function SsoCallback({ search }: { search: URLSearchParams }) {
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

/** The way to the company's own sign-in: first on the plain page, a quiet link where the password form was asked for. */
function SsoOffer({ quiet }: { quiet: boolean }) {
  const { t } = useTranslation('login');
  const [search] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const leave = () => {
    setBusy(true);
    setFailed(false);
    leaveForSso(search.get('redirect')).catch(() => {
      setBusy(false);
      setFailed(true);
    });
  };
  return (
    <section className="stack gap-14">
      {failed && (
        <Banner tone="warn" testId="sso-unavailable">
          {t('ssoUnavailable')}
        </Banner>
      )}
      <Button
        variant={quiet ? 'quiet' : 'plain'}
        size={quiet ? 'normal' : 'large'}
        wide
        busy={busy}
        icon={<Building2 aria-hidden />}
        onClick={leave}
        testId="sso"
      >
        {t(quiet ? 'ssoInstead' : 'sso')}
      </Button>
      {!quiet && <p className="login-or grid gap-12 middle size-s muted">{t('ssoOr')}</p>}
    </section>
  );
}
