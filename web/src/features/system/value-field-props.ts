import type { ConfigValue, SettingView } from './queries.ts';

export interface ValueFieldProps {
  setting: SettingView;
  value: ConfigValue;
  onChange: (value: ConfigValue) => void;
  error: string | undefined;
}
