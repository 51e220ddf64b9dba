import { useTranslation } from 'react-i18next';
import { type ScreenFreshness, useFreshness } from '../../live/use-live.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';

type FreshWord = 'live' | 'connecting' | 'catchingUp' | 'stale' | 'offline';

/** During a connection attempt the screen is not caught up: it shows "no contact" until a message arrives. */
const TRYING_AFTER_S = 2;

/** The one sentence about the connection, the same in the header and on a wall. */
export function freshWord({ state, tone, seconds }: ScreenFreshness): FreshWord {
  if (state === 'idle') return 'connecting';
  if (tone === 'stale') return 'stale';
  if (state === 'catching-up') return seconds > TRYING_AFTER_S ? 'offline' : 'catchingUp';
  return tone === 'live' ? 'live' : 'offline';
}

/** Whether what stands here is true now: a dot, a square after 10 s of silence, hatching after 30. */
export function FreshnessDot() {
  const { t } = useTranslation('shell');
  const { number } = useStaffFormat();
  const freshness = useFreshness();
  const word = freshWord(freshness);
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
