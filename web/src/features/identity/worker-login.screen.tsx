import type { SessionView } from '@atelier/domain/identity/contract.ts';
import { IdCard } from 'lucide-react';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { landingOf } from '../../app/guard.ts';
import { Button } from '../../components/ui/button.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { useCommand } from '../../lib/api/use-command.ts';
import { updateSession } from '../../lib/session/session-store.ts';
import { useSession } from '../../lib/session/use-session.ts';
import './worker-login.css';

interface Badge {
  barcode: string;
  pin: string;
}

/**
 * A worker signs in on top of the station's account, by badge or work id and an optional PIN (product §4); the worker's
 * permissions replace the account's. A scanner ends with Enter, which here is the answer and not an accident.
 */
export function Screen() {
  const { t } = useTranslation('worker');
  const navigate = useNavigate();
  const { worker } = useSession().view;
  const [badge, setBadge] = useState<Badge>({ barcode: '', pin: '' });
  const [missing, setMissing] = useState(false);
  const signIn = useCommand<Badge, SessionView>(
    ({ barcode, pin }) => ({
      path: '/auth/rma_worker',
      body: { barcode: barcode.trim(), ...(pin && { pin }) },
    }),
    {
      quiet: ['worker_unknown'],
      onSuccess: ({ data }) => {
        updateSession(data);
        void navigate(landingOf(data), { replace: true });
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = badge.barcode.trim() === '';
    setMissing(empty);
    if (!empty) signIn.mutate(badge);
  };
  const refused = signIn.error?.code === 'worker_unknown' ? t('refused') : undefined;
  return (
    <div className="worker-login">
      <Panel padded>
        <form onSubmit={submit} noValidate className="stack">
          <span className="worker-mark" aria-hidden>
            <IdCard />
          </span>
          {worker ? (
            <p className="strong">{t('now', { name: worker.WorkerName })}</p>
          ) : (
            <p className="muted">{t('text')}</p>
          )}
          <TextField
            label={t('code')}
            value={badge.barcode}
            onChange={(event) => setBadge({ ...badge, barcode: event.target.value })}
            error={missing ? t('codeRequired') : refused}
            autoFocus
            autoComplete="off"
            dir="ltr"
            required
            testId="worker-code"
          />
          <TextField
            label={t('pin')}
            hint={t('pinHint')}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            value={badge.pin}
            onChange={(event) => setBadge({ ...badge, pin: event.target.value })}
            testId="worker-pin"
          />
          <Button
            type="submit"
            variant="primary"
            size="large"
            wide
            busy={signIn.isPending}
            testId="worker-submit"
          >
            {t(worker ? 'switch' : 'submit')}
          </Button>
          <p className="small faint">{t('idle')}</p>
        </form>
      </Panel>
    </div>
  );
}
