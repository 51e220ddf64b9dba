import type { SealingView } from '@atelier/contracts/system/sealing/schema.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { useNow } from '../../lib/time/use-now.ts';

type Sealing = Omit<SealingView, 'waiting'> & Partial<Pick<SealingView, 'waiting'>>;

export interface SealingWords {
  /** How far the log is sealed, how long ago, and what waits. */
  readonly standing: string;
  /** That it is late; null while it is not. */
  readonly late: string | null;
  /** What stands in the way, each with since when and where. */
  readonly troubles: readonly string[];
}

/** How far the log is sealed, in words that follow the clock. */
export function useSealingWords(sealing: Sealing): SealingWords {
  const { t } = useTranslation('verification');
  const { number, ago, span, dateTime } = useStaffFormat();
  const now = useNow();
  const { sealed_at: sealedAt, waiting_since: since, waiting } = sealing;
  const lasting = since === null ? '' : span(now - Date.parse(since));
  const waits = waiting === undefined ? 'oldest' : 'waiting';
  const standing = [
    sealedAt === null ? t('sealing.never') : t('sealing.upTo', { position: number(sealing.position) }),
    ...(sealedAt === null ? [] : [ago(now - Date.parse(sealedAt))]),
    since === null
      ? t('sealing.nothing')
      : t(`sealing.${waits}`, { number: number(waiting ?? 0), age: lasting }),
  ];
  return {
    standing: standing.join(' · '),
    late: sealing.is_late ? t('sealing.late', { age: lasting }) : null,
    troubles: sealing.troubles.map(({ code, since: at, stream, subject, position }) =>
      [
        t(`case.LogSealingRefused.${code}`),
        t('sealing.since', { at: dateTime(at) }),
        ...(position === null
          ? []
          : [`${subject ?? stream} ${t('position', { position: number(position) })}`]),
      ].join(' · '),
    ),
  };
}
