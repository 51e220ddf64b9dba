import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig, type SystemConfigView } from '../queries.ts';
import { SettingsSearch } from '../search/settings-search.tsx';
import { useNamedSettings } from '../search/use-named-settings.ts';
import { useSettingsQuery } from '../search/use-settings-query.ts';
import { SettingPanel } from '../setting-panel.tsx';
import { LatelyPanel } from './lately-panel.tsx';
import { SettingsGlance } from './settings-glance.tsx';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';

/** The settings with their values: searched, at a glance, and what changed lately. */
export function SettingsPart() {
  const { t } = useTranslation('system');
  const config = useConfig();
  return (
    <QueryView query={config} skeleton={{ rows: 6, height: 30, gap: 12 }} failed={t('failed')}>
      {({ data }) => <Settings view={data} />}
    </QueryView>
  );
}

function Settings({ view }: { view: SystemConfigView }) {
  const settings = useNamedSettings(view.settings);
  const [query, search] = useSettingsQuery();
  const [open, setOpen] = useState<string | null>(null);
  const setting = view.settings.find(({ key }) => key === open);
  return (
    <>
      <SettingsSearch settings={settings} query={query} onQuery={search} onOpen={setOpen}>
        <SettingsGlance settings={settings} onOpen={setOpen} />
      </SettingsSearch>
      <LatelyPanel settings={settings} />
      {setting !== undefined && (
        <SettingPanel
          key={setting.key}
          setting={setting}
          revision={view.revision}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
