import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { Formats } from '@atelier/ui/text/formats.ts';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import type { RowOf } from '../queries.ts';

/** How far security events were sent to a SIEM: to whom, how late, and why it last failed. */
export function SiemPanel({ rows }: { rows: readonly RowOf<'siem'>[] }) {
  const { t } = useTranslation('jobs');
  const format = useStaffFormat();
  const [siem] = rows;
  if (siem === undefined) return null;
  const standing = t(`siem.standing.${siem.standing}`);
  const isTrouble = siem.standing === 'late' || siem.standing === 'failed';
  return (
    <Panel title={t('siem.title')} testId="siem">
      <div className="panel-body stack small" data-testid="siem-standing" data-standing={siem.standing}>
        {isTrouble ? <Banner tone="error" title={standing} /> : <span className="strong">{standing}</span>}
        {siem.standing === 'off' ? (
          <span className="muted">{t('siem.offHint')}</span>
        ) : (
          <span className="muted">{factsOf(siem, t, format).join(' · ')}</span>
        )}
        {siem.target !== null && <bdi className="muted num">{siem.target}</bdi>}
        {siem.error !== null && <bdi className="danger">{siem.error}</bdi>}
      </div>
    </Panel>
  );
}

function factsOf(
  { acknowledged_at: acknowledged, lines, behind_s: behind, position }: RowOf<'siem'>,
  t: TFunction<'jobs'>,
  { dateTime, number }: Formats,
): readonly string[] {
  return [
    ...(acknowledged === null ? [] : [t('siem.acknowledged', { time: dateTime(acknowledged) })]),
    t('siem.lines', { total: number(lines) }),
    ...(behind === 0 ? [] : [t('siem.behind', { seconds: number(behind) })]),
    ...(position === null ? [] : [t('siem.position', { position: number(position) })]),
  ];
}
