import { Timer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { refreshSession } from '../../lib/session/refresh-session.ts';
import { endIdleWorker, takeWorkerEnd } from '../../lib/session/station.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { WARN_MS, clockOf, useWorkerIdle } from '../../lib/session/worker-idle.ts';
import './worker-watch.css';

const LOGIN = '/operation/rmafactory/login';

const onTell = () => void refreshSession();

/** Watches over the worker's sign-in at a station: the last minute is counted down, and its end leads to the badge. */
export function WorkerWatch() {
  const { t } = useTranslation('worker');
  const { worker } = useSession().view;
  const left = useWorkerIdle(worker?.id ?? null, { onTell, onIdle: endIdleWorker });
  useTellEnd();
  if (worker === null || left > WARN_MS) return null;
  return (
    <div className="worker-idle grid middle gap-16 on-surface" role="status" data-testid="worker-idle">
      <Timer aria-hidden />
      <div>
        <p className="strong">
          <bdi>{t('endsIn', { name: worker.WorkerName, left: clockOf(left) })}</bdi>
        </p>
        <p className="small">{t('endsHint')}</p>
      </div>
      <Button onClick={() => undefined} testId="worker-stay">
        {t('stay')}
      </Button>
    </div>
  );
}

/** A worker who is signed out without a request is shown why, and the next badge is awaited. */
function useTellEnd(): void {
  const { t } = useTranslation('worker');
  const { worker } = useSession().view;
  const navigate = useNavigate();
  const before = useRef(worker);
  useEffect(() => {
    const gone = before.current;
    before.current = worker;
    if (gone === null || worker !== null) return;
    const why = takeWorkerEnd();
    void navigate(LOGIN, { replace: true });
    if (why === 'asked') return;
    notify({
      tone: 'warn',
      title: t('ended', { name: gone.WorkerName }),
      detail: t(why === 'idle' ? 'endedIdle' : 'endedElsewhere'),
      id: 'worker-ended',
    });
  }, [worker, navigate, t]);
}
