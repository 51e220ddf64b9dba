import { History } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { DEVICE_ZONE, fieldOf, instantOf } from '../../lib/time/moment-field.ts';
import { PAST_KEYS, past, showPast, type Past } from '../../lib/time/past.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import './moment-bar.css';

/** Chooses a moment of the past, and says over every screen which one is shown. */
export function MomentBar({ isChoosing, onClose }: { isChoosing: boolean; onClose: () => void }) {
  const [isOpen, setOpen] = useState(isChoosing);
  useMomentInAddress();
  return (
    <section
      className="moment-bar stack gap-12 on-surface"
      data-past={past !== null || undefined}
      data-testid="moment-bar"
    >
      {past !== null && <Banner past={past} onChange={() => setOpen(!isOpen)} isOpen={isOpen} />}
      {(isOpen || past === null) && <MomentForm onClose={past === null ? onClose : () => setOpen(false)} />}
    </section>
  );
}

/** A link taken inside the app leads to the same moment. */
function useMomentInAddress(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const query = new URLSearchParams(search);
    const missing = PAST_KEYS.filter((key) => past?.[key] !== undefined && query.get(key) !== past[key]);
    if (missing.length === 0) return;
    for (const key of missing) query.set(key, past?.[key] ?? '');
    void navigate({ pathname, search: query.toString(), hash }, { replace: true });
  }, [pathname, search, hash, navigate]);
}

interface BannerProps {
  past: Past;
  isOpen: boolean;
  onChange: () => void;
}

function Banner({ past: { as_of: asOf, known_at: knownAt }, isOpen, onChange }: BannerProps) {
  const { t } = useTranslation('moment');
  const { dateTime } = useStaffFormat();
  const shown = asOf ?? knownAt ?? '';
  return (
    <div className="moment-banner flex wrap middle" role="status">
      <History aria-hidden />
      <div>
        <p className="strong" data-testid="moment-words">
          {t('asOf', { moment: dateTime(shown) })}
          {' · '}
          {knownAt === undefined ? t('knownToday') : t('knownAt', { moment: dateTime(knownAt) })}
        </p>
        <p className="small">{t('readOnly')}</p>
      </div>
      <Button onClick={onChange} aria-expanded={isOpen} testId="moment-change">
        {t('change')}
      </Button>
      <Button variant="primary" onClick={() => showPast({})} testId="moment-now">
        {t('backToNow')}
      </Button>
    </div>
  );
}

function MomentForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('moment');
  const zone = useSession().view.site?.time_zone;
  const now = new Date(serverNow()).toISOString();
  const fieldFor = (moment: string | undefined) => (moment === undefined ? '' : fieldOf(moment, zone));
  const [asOf, setAsOf] = useState(() => fieldFor(past === null ? now : past.as_of));
  const [knownAt, setKnownAt] = useState(() => fieldFor(past?.known_at));
  const [asOfAt, knownAtAt] = [instantOf(asOf, zone), instantOf(knownAt, zone)];
  const isLate = (moment: string | null) => moment !== null && moment > new Date(serverNow()).toISOString();
  const isReady = (asOfAt !== null || knownAtAt !== null) && !isLate(asOfAt) && !isLate(knownAtAt);
  const show = () =>
    showPast({
      ...(asOfAt !== null && { as_of: asOfAt }),
      ...(knownAtAt !== null && { known_at: knownAtAt }),
    });
  return (
    <form
      className="moment-form grid at-start"
      aria-label={t('label')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) show();
      }}
    >
      <TextField
        label={t('field.asOf')}
        hint={t('hint.asOf')}
        aside={zone ?? DEVICE_ZONE}
        type="datetime-local"
        step={1}
        max={fieldOf(now, zone)}
        value={asOf}
        error={isLate(asOfAt) ? t('future') : undefined}
        onChange={(event) => setAsOf(event.target.value)}
        testId="moment-as-of"
      />
      <TextField
        label={t('field.knownAt')}
        hint={t('hint.knownAt')}
        type="datetime-local"
        step={1}
        max={fieldOf(now, zone)}
        value={knownAt}
        error={isLate(knownAtAt) ? t('future') : undefined}
        onChange={(event) => setKnownAt(event.target.value)}
        testId="moment-known-at"
      />
      <div className="moment-actions flex wrap gap-8">
        <Button type="submit" variant="primary" disabled={!isReady} testId="moment-show">
          {t('show')}
        </Button>
        <Button onClick={onClose} testId="moment-close">
          {t('close')}
        </Button>
      </div>
    </form>
  );
}
