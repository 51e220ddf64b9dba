import { EXCEL_TYPES, SHEET_ROWS, type ExcelType } from '@atelier/domain/exports/contract.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { RadioGroup } from '@atelier/ui/controls/choice.tsx';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { ExportSource } from './export-source.ts';
import { useExport } from './queries.ts';
import { MyExports } from './my-exports.tsx';
import './exporting.css';

/** What for, the button, and below it what was exported before: a job goes on when the window is closed. */
export function ExportDialog({ source, onClose }: { source: ExportSource; onClose: () => void }) {
  const { t } = useTranslation(['exports', 'values']);
  const { number } = useStaffFormat();
  const [type, setType] = useState<ExcelType>('list');
  const build = useExport(source);
  const total = source.kind === 'items' ? source.ids.length : source.total;
  return (
    <Dialog open transient onClose={onClose} title={t('title')} size={600} testId="export-dialog">
      <div className="stack">
        <p className="muted">{t(`what.${source.kind}`, { total: number(total) })}</p>
        <RadioGroup
          label={t('type.label')}
          value={type}
          options={EXCEL_TYPES.map((value) => ({
            value,
            label: (
              <span className="stack gap-2">
                <span className="strong">{t(`values:sheet.${value}`)}</span>
                <span className="small muted">{t(`hint.${value}`)}</span>
              </span>
            ),
            testId: `export-type-${value}`,
          }))}
          onChange={setType}
        />
        <div className="row wrap">
          <Button
            variant="primary"
            busy={build.isPending}
            onClick={() => build.mutate(type)}
            testId="export-start"
          >
            {t('start')}
          </Button>
          <span className="small muted grow">{t(total > SHEET_ROWS ? 'asCsv' : 'goesOn')}</span>
        </div>
        <MyExports />
      </div>
    </Dialog>
  );
}
