import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../shared/item/button-link.tsx';
import { useSealingWords } from '../../../shared/history/use-sealing-words.ts';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import type { RowOf } from '../queries.ts';

/** Whether the log is sealed in time, and whether it is what was recorded. */
export function SealPanel({ rows }: { rows: readonly RowOf<'seal'>[] }) {
  const { t } = useTranslation('jobs');
  const [seal] = rows;
  if (seal === undefined) return null;
  return (
    <Panel title={t('seal.title')} testId="seal">
      <div className="panel-body stack small" data-testid="seal-standing" data-late={seal.is_late}>
        <Verified seal={seal} />
        <Sealed seal={seal} />
      </div>
    </Panel>
  );
}

/** What the newest verification found. */
function Verified({ seal: { faults, verified_at: at } }: { seal: RowOf<'seal'> }) {
  const { t } = useTranslation(['jobs', 'verification']);
  const { number, dateTime } = useStaffFormat();
  const mayAudit = usePermission('audit replay');
  if (faults === null || at === null) return <span className="muted">{t('jobs:seal.unverified')}</span>;
  const ended = t('verification:endedAt', { at: dateTime(at) });
  if (faults === 0)
    return (
      <span className="strong">
        {t('verification:sound')} · {ended}
      </span>
    );
  return (
    <Banner
      tone="error"
      title={t('verification:notWhole')}
      action={mayAudit && <ButtonLink to="/system/audit?view=verify">{t('verification:every')}</ButtonLink>}
      testId="seal-faults"
    >
      <div>
        {t('verification:faults', { number: number(faults) })} · {ended}
      </div>
      <div>{t('verification:todo')}</div>
    </Banner>
  );
}

function Sealed({ seal }: { seal: RowOf<'seal'> }) {
  const { standing, late, troubles } = useSealingWords(seal);
  return (
    <>
      {(late !== null || troubles.length > 0) && (
        <Banner tone="warn" title={late} testId="seal-trouble">
          {troubles.map((trouble) => (
            <div key={trouble}>
              <bdi>{trouble}</bdi>
            </div>
          ))}
        </Banner>
      )}
      <span className="muted num">{standing}</span>
    </>
  );
}
