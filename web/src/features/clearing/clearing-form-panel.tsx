import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Split } from '../../ui/split.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { clearingIssues } from './clearing-form.ts';
import type { ClearingValues } from './clearing-form.ts';

export interface ClearingFormPanelProps {
  values: ClearingValues;
  onChange: (values: ClearingValues) => void;
  onPreview: () => void;
  isBusy: boolean;
}

/** Which pieces: the end date is the one thing nobody else can decide. */
export function ClearingFormPanel({ values, onChange, onPreview, isBusy }: ClearingFormPanelProps) {
  const { t } = useTranslation('clearing');
  const [isTried, setTried] = useState(false);
  const issues = clearingIssues(values);
  const errorOf = (key: string | undefined) => (isTried && key !== undefined ? t(key) : undefined);
  const set = (part: Partial<ClearingValues>) => onChange({ ...values, ...part });
  const preview = () => {
    setTried(true);
    if (Object.keys(issues).length === 0) onPreview();
  };
  return (
    <Panel title={t('form.title')} padded testId="clearing-form">
      <Stack>
        <p className="muted">{t('lead')}</p>
        <Split gap={16}>
          <TextField
            label={t('form.start')}
            type="date"
            value={values.startDate}
            max={values.endDate || undefined}
            onChange={(event) => set({ startDate: event.target.value })}
            testId="clearing-start"
          />
          <TextField
            label={t('form.end')}
            type="date"
            required
            value={values.endDate}
            hint={t('form.endHint')}
            error={errorOf(issues.endDate)}
            onChange={(event) => set({ endDate: event.target.value })}
            testId="clearing-end"
          />
          <TextField
            label={t('form.limit')}
            inputMode="numeric"
            required
            value={values.limit}
            error={errorOf(issues.limit)}
            onChange={(event) => set({ limit: event.target.value })}
            testId="clearing-limit"
          />
          <TextField
            label={t('form.rma')}
            dir="ltr"
            value={values.rmaIds}
            hint={t('form.rmaHint')}
            error={errorOf(issues.rmaIds)}
            onChange={(event) => set({ rmaIds: event.target.value })}
            testId="clearing-rma"
          />
        </Split>
        <Checkbox
          label={t('form.validDate')}
          checked={values.isValidDateOnly}
          onChange={(isValidDateOnly) => set({ isValidDateOnly })}
          testId="clearing-valid-date"
        />
        <div className="row">
          <Button
            variant="primary"
            icon={<Eye size={16} aria-hidden />}
            busy={isBusy}
            onClick={preview}
            testId="clearing-preview"
          >
            {t('preview')}
          </Button>
        </div>
      </Stack>
    </Panel>
  );
}
