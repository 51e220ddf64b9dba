import { WORKER_SIGN_IN_LENGTH } from '@atelier/domain/identity/contract.ts';
import { IdCard, LockKeyhole } from 'lucide-react';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { landingOf } from '../../app/guard.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { FormText } from '../../shared/form/form-field.tsx';
import { type Badge, useBadgeLogin } from './use-badge-login.ts';
import './worker-login.css';

/**
 * A worker signs in on top of the station's account, by badge or by work id and PIN (product/workforce.md §1); the worker's
 * permissions replace the account's. A badge scan is received wherever the cursor is.
 */
export function Screen() {
  const { t } = useTranslation('worker');
  const door = useBadgeLogin();
  const form = useForm<Badge>({ defaultValues: { barcode: '', pin: '' } });
  const send = form.handleSubmit((badge) => {
    door.submit(badge);
    form.setValue('pin', '');
    // Whose badge asks for a PIN goes on typing it at once.
    form.setFocus('pin');
  });
  const enter = () => {
    if (!door.isLocked && !door.isPending) void send();
  };
  useWedge({
    onScan: (code) => {
      form.setValue('barcode', code);
      enter();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter();
  };
  const refused = door.isRefused ? [t('refused'), t('pinThen')].join(' ') : undefined;
  return (
    <div className="worker-login">
      <Panel padded>
        <form onSubmit={submit} noValidate className="stack">
          <span className="worker-mark" aria-hidden>
            <IdCard />
          </span>
          <Present />
          {door.isLocked && (
            <Banner tone="warn" testId="worker-locked">
              {t('suspended')}
            </Banner>
          )}
          {door.workerLeft !== undefined && (
            <Banner tone="warn" testId="worker-pin-locked">
              {t('pinLocked', { left: door.workerLeft })}
            </Banner>
          )}
          <FormText
            form={form}
            name="barcode"
            label={t('code')}
            hint={t('badgeHint')}
            issue={refused}
            autoFocus
            spellCheck={false}
            maxLength={WORKER_SIGN_IN_LENGTH.barcode}
            dir="ltr"
            required={t('codeRequired')}
            testId="worker-code"
          />
          <FormText
            form={form}
            name="pin"
            label={t('pin')}
            hint={t('pinHint')}
            type="password"
            inputMode="numeric"
            maxLength={WORKER_SIGN_IN_LENGTH.pin}
            dir="ltr"
            testId="worker-pin"
          />
          <Enter door={door} />
          {door.attemptsLeft !== undefined && door.attemptsLeft > 0 && (
            <p className="small tone-warn" data-testid="worker-attempts">
              {t('attempts', { count: door.attemptsLeft })}
            </p>
          )}
          <p className="small faint">{t('idle')}</p>
        </form>
      </Panel>
    </div>
  );
}

function Enter({ door }: { door: ReturnType<typeof useBadgeLogin> }) {
  const { t } = useTranslation('worker');
  const { worker } = useSession().view;
  return (
    <Button
      type="submit"
      variant="primary"
      size="large"
      wide
      busy={door.isPending}
      disabled={door.isLocked}
      icon={door.isLocked ? <LockKeyhole aria-hidden /> : undefined}
      testId="worker-submit"
    >
      {door.isLocked ? (
        <span className="num" role="timer">
          {t('waiting', { left: door.left })}
        </span>
      ) : (
        t(worker ? 'switch' : 'submit')
      )}
    </Button>
  );
}

/** Who works here now, and the way back to the work; or what is to be done first. */
function Present() {
  const { t } = useTranslation('worker');
  const { view } = useSession();
  const navigate = useNavigate();
  if (view.worker === null) return <p className="muted">{t('text')}</p>;
  const workplace = landingOf(view);
  const hasBench = workplace !== '/operation/rmafactory/login';
  return (
    <div className="stack worker-now">
      <p className="strong" data-testid="worker-now">
        <bdi>{t('now', { name: view.worker.WorkerName })}</bdi>
      </p>
      {hasBench ? (
        <Button onClick={() => void navigate(workplace)} testId="worker-go-on">
          {t('goOn')}
        </Button>
      ) : (
        <Banner tone="warn" testId="worker-no-bench">
          {t('noBench')}
        </Banner>
      )}
    </div>
  );
}
