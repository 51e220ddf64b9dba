import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { leaveForSso } from './sign-in.ts';

/** The way to the company's own sign-in: first on the plain page, a quiet link where the password form was asked for. */
export function SsoOffer({ quiet }: { quiet: boolean }) {
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
