import { SETTING_GROUPS, type SettingGroup } from '@atelier/domain/system/contract.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { usePermission, useStaffFormat } from '../../lib/session/use-session.ts';
import { WordingPanel } from '../messages/wording.panel.tsx';
import { useConfig, type SettingView, type SystemConfigView } from './queries.ts';
import { SettingsSearch } from './search/settings-search.tsx';
import { useNamedSettings } from './search/use-named-settings.ts';
import { useSettingsQuery } from './search/use-settings-query.ts';
import { SettingPanel } from './setting-panel.tsx';
import { SettingRow } from './setting-row.tsx';
import { useWording } from './use-wording.ts';
import './system.css';
import { QueryView } from '../../shared/paged-table/query-view.tsx';

/** `/system/systemConfig`: every value with what is planned, who changed it, when and why (product/system.md §1). */
export function Screen() {
  const { t } = useTranslation('system');
  const config = useConfig();
  return (
    <QueryView query={config} skeleton={{ rows: 9, height: 46, gap: 14 }} failed={t('failed')}>
      {({ data }) => <Config view={data} />}
    </QueryView>
  );
}

function Config({ view }: { view: SystemConfigView }) {
  const [open, setOpen] = useState<string | null>(null);
  const setting = view.settings.find(({ key }) => key === open);
  return (
    <div className="stack" data-testid="system-config" data-version={view.version}>
      <Lead view={view} />
      <Settings view={view} onOpen={setOpen} />
      {setting !== undefined && (
        <SettingPanel
          key={setting.key}
          setting={setting}
          revision={view.revision}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

interface SettingsProps {
  view: SystemConfigView;
  onOpen: (key: string) => void;
}

/** The search, and without one every group. */
function Settings({ view, onOpen }: SettingsProps) {
  const settings = useNamedSettings(view.settings);
  const [query, search] = useSettingsQuery();
  const field = <SettingsSearch settings={settings} query={query} onQuery={search} onOpen={onOpen} />;
  if (query.trim() !== '') return field;
  return (
    <>
      {field}
      <div className="config-groups">
        {SETTING_GROUPS.map((group) => (
          <Group key={group} group={group} settings={view.settings} onOpen={onOpen} />
        ))}
      </div>
      <WordingPanel />
    </>
  );
}

function Lead({ view }: { view: SystemConfigView }) {
  const { t } = useTranslation('system');
  const format = useStaffFormat();
  const mayChange = usePermission('engine system config');
  return (
    <p className="config-lead muted">
      <span>{t('lead')}</span>{' '}
      <span className="strong">{t('version', { version: format.number(view.version) })}</span>
      {view.next_change_at !== null && (
        <span data-testid="config-next">
          {' · '}
          {t('next', { at: format.dateTime(view.next_change_at) })}
        </span>
      )}
      {!mayChange && <span>{` · ${t('readOnly')}`}</span>}
    </p>
  );
}

interface GroupProps {
  group: SettingGroup;
  settings: readonly SettingView[];
  onOpen: (key: string) => void;
}

function Group({ group, settings, onOpen }: GroupProps) {
  const { t } = useTranslation('system');
  const wording = useWording();
  return (
    <Panel title={t(`group.${group}`)} testId={`config-${group}`}>
      <ul className="config-list">
        {settings
          .filter((setting) => setting.group === group)
          .map((setting) => (
            <SettingRow
              key={setting.key}
              setting={setting}
              wording={wording}
              onOpen={() => onOpen(setting.key)}
            />
          ))}
      </ul>
    </Panel>
  );
}
