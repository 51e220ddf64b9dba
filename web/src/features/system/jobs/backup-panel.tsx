import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { Formats } from '@atelier/ui/text/formats.ts';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import type { RowOf } from '../queries.ts';

/** Whether there is a backup to go back to: when it was taken, verified, and how far the log is archived. */
export function BackupPanel({ backups }: { backups: readonly RowOf<'backup'>[] }) {
  const { t } = useTranslation('jobs');
  const format = useStaffFormat();
  const [backup] = backups;
  if (backup === undefined) return null;
  const standing = t(`backup.standing.${backup.standing}`);
  // Said below, with since when.
  const reason = backup.reason === backup.trouble ? null : backup.reason;
  const isTrouble = backup.standing === 'late' || backup.standing === 'failed';
  return (
    <Panel title={t('backup.title')} testId="backups">
      <div className="panel-body stack small" data-testid="backup-standing" data-standing={backup.standing}>
        {isTrouble ? (
          <Banner tone="error" title={standing}>
            {reason === null ? null : t(`backup.trouble.${reason}`)}
          </Banner>
        ) : (
          <span className="strong">{standing}</span>
        )}
        <BackupTrouble backup={backup} />
        <span className="muted">{factsOf(backup, t, format).join(' · ')}</span>
        {backup.target !== null && <bdi className="muted num">{backup.target}</bdi>}
      </div>
    </Panel>
  );
}

/** Why what is written now would be lost with its disk. */
function BackupTrouble({ backup: { trouble, trouble_since: since } }: { backup: RowOf<'backup'> }) {
  const { t } = useTranslation('jobs');
  const { dateTime } = useStaffFormat();
  if (trouble === null || since === null) return null;
  return (
    <Banner tone="error" title={t('backup.notArchived', { time: dateTime(since) })}>
      {t(`backup.trouble.${trouble}`)}
    </Banner>
  );
}

const BYTES_OF_A_MEGABYTE = 1_000_000;

function factsOf(
  backup: RowOf<'backup'>,
  t: TFunction<'jobs'>,
  { dateTime, number }: Formats,
): readonly string[] {
  const { taken_at: taken, size, verified_at: verified, archived_at: archived } = backup;
  return [
    ...(taken === null ? [] : [t('backup.taken', { time: dateTime(taken) })]),
    ...(size === null ? [] : [t('backup.size', { number: number(Math.ceil(size / BYTES_OF_A_MEGABYTE)) })]),
    ...(taken === null
      ? []
      : [verified === null ? t('backup.unverified') : t('backup.verified', { time: dateTime(verified) })]),
    ...(archived === null ? [] : [t('backup.archived', { time: dateTime(archived) })]),
    ...(backup.failed_at === null ? [] : [t('backup.failedAt', { time: dateTime(backup.failed_at) })]),
    ...(backup.restored_at === null ? [] : [t('backup.restored', { time: dateTime(backup.restored_at) })]),
  ];
}
