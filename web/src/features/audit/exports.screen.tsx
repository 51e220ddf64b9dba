import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { MyExports } from '../../shared/exports/my-exports.tsx';
import { EveryExportPart } from './every-export-part.tsx';
import { LogExportPanel } from './log-export-panel.tsx';

/** `/system/exports`: the log in open formats, and the files that were made of it (product/exports.md §5). */
export function Screen() {
  const { t } = useTranslation('exports');
  return (
    <div className="stack" data-testid="log-exports-page">
      <p className="lead muted">{t('log.lead')}</p>
      <LogExportPanel />
      <Panel padded>
        <MyExports />
      </Panel>
      <EveryExportPart />
    </div>
  );
}
