import { HealthPart } from './health-part.tsx';
import { SettingsPart } from './settings-part.tsx';
import '../system.css';
import './home.css';

/** `/system/home`: how the house stands in one sentence each, and its settings (product/system.md §6). */
export const Screen = () => (
  <div className="stack" data-testid="system-home">
    <HealthPart />
    <SettingsPart />
  </div>
);
