import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { LanguageMenu } from '../../app/layout/language-menu.tsx';
import { useFormat } from '@atelier/ui/text/format.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { signInOptionsQuery } from './sign-in-options.ts';
import { LoginForm } from './login-form.tsx';
import type { HeldSignIn } from './held-sign-in.ts';
import { HeldStep } from './held-step.tsx';
import { NoAccount } from './no-account.tsx';
import { SsoCallback } from './sso-callback.tsx';
import { SsoOffer } from './sso-offer.tsx';
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
    <div className="login columns">
      <aside className="login-art">
        <span className="login-mark">Atelier</span>
        <Drawing />
        <div className="flex at-end between gap-24">
          <p className="login-line">{t('line')}</p>
          <Clock />
        </div>
      </aside>
      <main className="login-side">
        <div className="login-top">
          <LanguageMenu look="button" />
        </div>
        {isBack ? <SsoCallback search={search} /> : <SignIn backups={search.get('backups') === 'true'} />}
        <Licence />
      </main>
    </div>
  );
}

/** Where there is single sign-on it comes first; `backups=true` shows the password form alone (product/identity.md §3). */
function SignIn({ backups }: { backups: boolean }) {
  const [held, setHeld] = useState<HeldSignIn | null>(null);
  const options = useQuery(signInOptionsQuery()).data?.data;
  const offer = options?.sso === true && <SsoOffer quiet={backups} />;
  if (held !== null) return <HeldStep held={held} onHeld={setHeld} onBack={() => setHeld(null)} />;
  const above = (
    <>
      {options?.no_account === true && <NoAccount />}
      {!backups && offer}
    </>
  );
  return <LoginForm above={above} below={backups && offer} onHeld={setHeld} />;
}

/** The company's licence notice where it has given one, else the product's own. */
function Licence() {
  const { t } = useTranslation('login');
  const [year] = useState(() => new Date().getFullYear());
  const notice = useQuery(signInOptionsQuery()).data?.data.licence_notice;
  return (
    <footer className="small faint text-center" dir="auto">
      {notice || t('licence', { year })}
    </footer>
  );
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

const Drawing = () => (
  <svg className="login-drawing" viewBox="0 0 200 240" fill="none" stroke="currentColor" aria-hidden>
    <circle cx="100" cy="158" r="66" />
    <circle cx="100" cy="158" r="59" />
    <path d="m66 58 12-20h44l12 20-34 40-34-40Zm0 0h68M78 38l10 20 12 40 12-40 10-20M88 58l12-20 12 20" />
    <path d="M82 95c6 5 12 5 18 3 6 2 12 2 18-3" />
  </svg>
);
