import { classNames } from '@atelier/ui/class-names.ts';
import { CalendarClock, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import type { ConfigChangeView, SettingView } from './queries.ts';
import { useSettingName } from './use-setting-name.ts';
import { type Wording, valueWords } from './value-words.ts';

interface SettingRowProps {
  setting: SettingView;
  wording: Wording;
  onOpen: () => void;
}

/** One value: what it is, what is planned, and by whom it was set; opens its panel. */
export function SettingRow({ setting, wording, onOpen }: SettingRowProps) {
  const { t } = useTranslation('system');
  const name = useSettingName(setting);
  const isFresh = useWash(setting.history.length);
  const [planned] = setting.scheduled;
  return (
    <li>
      <button
        type="button"
        className={classNames('config-row grid middle fills text-start', isFresh && 'washed')}
        onClick={onOpen}
        data-testid={`setting-${setting.key}`}
      >
        <span className="stack gap-2">
          <span>{name}</span>
          <Source setting={setting} wording={wording} />
        </span>
        <span className="config-value breaks strong num" data-testid={`value-${setting.key}`}>
          {valueWords(setting, setting.in_force, wording)}
        </span>
        {planned !== undefined && (
          <Tag icon={<CalendarClock size={14} aria-hidden />} testId={`planned-${setting.key}`}>
            {t('plannedFrom', {
              value: valueWords(setting, planned.value, wording),
              at: wording.format.dateTime(planned.effective_at),
            })}
          </Tag>
        )}
        <ChevronRight size={17} aria-hidden className="config-go flips" />
      </button>
    </li>
  );
}

/** By whom it was set, or where else the value in force comes from. */
export function Source({ setting, wording }: { setting: SettingView; wording: Wording }) {
  const { t } = useTranslation('settings');
  const { key, since, source } = setting;
  return (
    <>
      {since !== null && <Since since={since} wording={wording} />}
      {source !== 'changed' && (
        <span className="small muted" data-testid={`source-${key}`}>
          {t(`source.${source}`)}
        </span>
      )}
    </>
  );
}

function Since({ since, wording }: { since: ConfigChangeView; wording: Wording }) {
  const { t } = useTranslation('system');
  const { author: name, reason, effective_at: at } = since;
  return (
    <span className="small muted config-since">
      <bdi>{t('setBy', { name, at: wording.format.dateTime(at) })}</bdi>
      <span dir="auto">{` “${reason}”`}</span>
    </span>
  );
}
