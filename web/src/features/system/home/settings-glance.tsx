import { SETTING_GROUPS } from '@atelier/domain/system/contract.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { NamedSetting } from '../search/find-settings.ts';

/** Settings of a group that are shown before its link. */
const SHOWN = 4;

interface SettingsGlanceProps {
  readonly settings: readonly NamedSetting[];
  readonly onOpen: (key: string) => void;
}

/** The first settings of each group with the values in force. */
export const SettingsGlance = ({ settings, onOpen }: SettingsGlanceProps) => (
  <div className="glance grid line-above">
    {SETTING_GROUPS.map((group) => (
      <Group key={group} settings={settings.filter((each) => each.setting.group === group)} onOpen={onOpen} />
    ))}
  </div>
);

function Group({ settings, onOpen }: SettingsGlanceProps) {
  const { t } = useTranslation('settings');
  const { number } = useStaffFormat();
  const [first] = settings;
  if (first === undefined) return null;
  const more = settings.length - SHOWN;
  return (
    <section className="glance-group grid packed gap-2 pad-12 line-below">
      <h3 className="group">{first.group}</h3>
      {settings.slice(0, SHOWN).map(({ setting: { key }, name, value }) => (
        <button
          key={key}
          type="button"
          className="glance-row flex between gap-16 text-start"
          onClick={() => onOpen(key)}
        >
          <span>{name}</span>
          <span className="muted num">{value}</span>
        </button>
      ))}
      {more > 0 && (
        <Link className="link small" to={`/system/systemConfig?q=${encodeURIComponent(first.group)}`}>
          {t('more', { number: number(more) })}
        </Link>
      )}
    </section>
  );
}
