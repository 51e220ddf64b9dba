import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { findSettings, type NamedSetting } from './find-settings.ts';
import { FoundRow } from './found-row.tsx';
import './settings-search.css';

interface SettingsSearchProps {
  readonly settings: readonly NamedSetting[];
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onOpen: (key: string) => void;
  /** Below the field while nothing is searched for. */
  readonly children?: ReactNode;
}

/** Finds settings by name, value in force and past values; each opens its panel. */
export function SettingsSearch({ settings, query, onQuery, onOpen, children }: SettingsSearchProps) {
  const { t } = useTranslation('settings');
  const { number } = useStaffFormat();
  const isSearching = query.trim() !== '';
  const found = isSearching ? findSettings(settings, query) : [];
  const words = t('found', { found: number(found.length), all: number(settings.length) });
  return (
    <Panel title={t('title')} testId="settings-search">
      <div className="settings-head columns middle pad-12" role="search">
        <TextField
          label={t('search')}
          hideLabel
          type="search"
          value={query}
          placeholder={t('placeholder')}
          autoComplete="off"
          onChange={(event) => onQuery(event.target.value)}
          testId="settings-query"
        />
        <span className="small muted" role="status">
          {isSearching ? words : ''}
        </span>
      </div>
      {!isSearching && children}
      {isSearching && found.length === 0 && <EmptyState title={t('none')} testId="settings-none" />}
      {found.length > 0 && (
        <ul className="found-list">
          {found.map((each) => (
            <FoundRow
              key={each.setting.key}
              found={each}
              query={query}
              onOpen={() => onOpen(each.setting.key)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}
