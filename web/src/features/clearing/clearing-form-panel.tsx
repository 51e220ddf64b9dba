import { FormDate } from '../../shared/form/form-date.tsx';
import { Eye } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Split } from '@atelier/ui/layout/split.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { FormCheckbox, FormText } from '../../shared/form/form-field.tsx';
import type { ClearingValues } from './clearing-form.ts';

export interface ClearingFormPanelProps {
  form: UseFormReturn<ClearingValues>;
  onPreview: (values: ClearingValues) => void;
  isBusy: boolean;
}

/** Which pieces: only the user can decide the end date. */
export function ClearingFormPanel({ form, onPreview, isBusy }: ClearingFormPanelProps) {
  const { t } = useTranslation('clearing');
  return (
    <Panel title={t('form.title')} padded testId="clearing-form">
      <Stack>
        <p className="muted">{t('lead')}</p>
        <Split gap={16}>
          <FormDate
            form={form}
            name="startDate"
            deps="endDate"
            label={t('form.start')}
            max={form.watch('endDate') || undefined}
            testId="clearing-start"
          />
          <FormDate
            form={form}
            name="endDate"
            label={t('form.end')}
            required
            hint={t('form.endHint')}
            testId="clearing-end"
          />
          <FormText
            form={form}
            name="limit"
            label={t('form.limit')}
            inputMode="numeric"
            required
            testId="clearing-limit"
          />
          <FormText
            form={form}
            name="rmaIds"
            label={t('form.rma')}
            dir="ltr"
            hint={t('form.rmaHint')}
            testId="clearing-rma"
          />
        </Split>
        <FormCheckbox
          form={form}
          name="isValidDateOnly"
          label={t('form.validDate')}
          testId="clearing-valid-date"
        />
        <div className="row">
          <Button
            variant="primary"
            icon={<Eye size={16} aria-hidden />}
            busy={isBusy}
            onClick={() => void form.handleSubmit(onPreview)()}
            testId="clearing-preview"
          >
            {t('preview')}
          </Button>
        </div>
      </Stack>
    </Panel>
  );
}
