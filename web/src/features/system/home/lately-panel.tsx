import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import type { NamedSetting } from '../search/find-settings.ts';

const SHOWN = 4;

/** The newest changes of settings: when, which, from what to what, by whom. */
export function LatelyPanel({ settings }: { settings: readonly NamedSetting[] }) {
  const { t } = useTranslation(['settings', 'system']);
  const { dateTime } = useStaffFormat();
  const changes = settings
    .flatMap((named) => named.setting.history.map((change) => ({ ...named, change })))
    .toSorted((a, b) => b.change.changed_at.localeCompare(a.change.changed_at))
    .slice(0, SHOWN);
  return (
    <Panel
      title={t('settings:lately')}
      action={
        <Link className="link" to="/system/changes">
          {t('settings:all')}
        </Link>
      }
      testId="changed-lately"
    >
      {changes.length === 0 && <p className="panel-body muted small">{t('settings:neverChanged')}</p>}
      {changes.map(({ change, name, wordsOf }) => (
        <div key={change.change} className="lined lately-row columns breaks">
          <span className="small muted num">{dateTime(change.changed_at)}</span>
          <span className="strong">{name}</span>
          <span className="num">
            {t('system:fromTo', { before: wordsOf(change.previous), after: wordsOf(change.value) })}
          </span>
          <bdi>{change.author}</bdi>
        </div>
      ))}
    </Panel>
  );
}
