import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';

const WAITING = ['validate', 'complete', 'clear', 'piece'] as const;

/** Without a connection: since when, what works all the same, and why each other action waits. */
export function CutNotice({ since }: { since: number | null }) {
  const { t } = useTranslation('repair');
  const { time } = useStaffFormat();
  if (since === null) return null;
  return (
    <Banner
      tone="warn"
      title={t('cut.title', { time: time(new Date(since).toISOString()) })}
      testId="bench-cut"
    >
      <p>{t('cut.works')}</p>
      <ul className="cut-waits">
        {WAITING.map((action) => (
          <li key={action} className="row gap-6">
            <CloudOff size={14} aria-hidden /> {t(`cut.${action}`)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
