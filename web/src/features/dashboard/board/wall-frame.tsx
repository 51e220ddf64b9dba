import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useNow } from '../../../lib/time/use-now.ts';

/** The time of the site, by the server's clock. */
export function WallClock() {
  const { time } = useStaffFormat();
  return <span className="wall-clock num">{time(new Date(useNow(1000)))}</span>;
}

/** Hidden until a pointer comes. */
export function LeaveKiosk() {
  const { t } = useTranslation('dashboard');
  const [, setParams] = useSearchParams();
  const leave = () =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      after.delete('kiosk');
      return after;
    });
  return (
    <IconButton
      className="wall-leave"
      icon={<X aria-hidden />}
      label={t('board.leaveKiosk')}
      onClick={leave}
      testId="leave-kiosk"
    />
  );
}

const windowSize = () => ({ width: window.innerWidth, height: window.innerHeight });

export function useWindowSize() {
  const [size, setSize] = useState(windowSize);
  useEffect(() => {
    const onResize = () => setSize(windowSize());
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);
  return size;
}
