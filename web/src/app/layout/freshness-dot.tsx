import { useTranslation } from 'react-i18next';
import type { ScreenFreshness } from '../../lib/live/use-live.ts';
import { useFreshness } from '../../lib/live/use-live.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';

function words({
  state,
  tone,
  seconds,
}: ScreenFreshness): 'live' | 'connecting' | 'catchingUp' | 'stale' | 'offline' {
  if (state === 'idle') return 'connecting';
  if (tone === 'stale') return 'stale';
  if (state === 'catching-up') return 'catchingUp';
  if (state === 'offline' || state === 'refused') return 'offline';
  return seconds > 9 ? 'offline' : 'live';
}

/** Whether what stands here is true now: a dot, a square after 10 s of silence, hatching after 30. */
export function FreshnessDot() {
  const { t } = useTranslation('shell');
  const { number } = useStaffFormat();
  const freshness = useFreshness();
  const word = words(freshness);
  return (
    <span
      className="freshness"
      data-tone={word === 'connecting' ? 'amber' : freshness.tone}
      data-state={freshness.state}
      data-testid="freshness"
    >
      <i aria-hidden />
      <span>{t(`fresh.${word}`, { count: freshness.seconds, seconds: number(freshness.seconds) })}</span>
    </span>
  );
}
