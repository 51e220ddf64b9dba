import { RETENTION_LIMITS, type RetentionSchedule } from '@atelier/domain/shared/retention.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CommandDialog } from '../../../shared/form/command-dialog.tsx';
import { FormCheckbox, FormReason, FormText } from '../../../shared/form/form-field.tsx';
import { PRIVACY } from '../queries.ts';
import { CountryTerms } from './country-terms.tsx';
import { Preview } from './preview.tsx';
import { scheduleOf, typedOf, type TypedSchedule } from './typed-schedule.ts';
import { useRange } from './use-range.ts';

/** Another schedule, with a preview of it before it is proposed. */
export function ScheduleDialog({ schedule, onClose }: { schedule: RetentionSchedule; onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const form = useForm<TypedSchedule>({ defaultValues: typedOf(schedule) });
  return (
    <CommandDialog
      form={form}
      title={t('retention.change')}
      testId="retention"
      accept={t('retention.form.propose')}
      size={640}
      call={(typed) => ({
        path: '/privacy/retention/propose',
        body: { schedule: scheduleOf(typed), reason: typed.reason },
      })}
      done={t('retention.form.done')}
      refreshes={PRIVACY}
      onClose={onClose}
    >
      <FormCheckbox form={form} name="on" label={t('retention.form.on')} testId="retention-on" />
      <p className="small muted">{t('retention.form.lead')}</p>
      <CountryTerms form={form} />
      <Figures form={form} />
      <FormReason form={form} name="reason" testId="retention-reason" />
      <Preview
        choices={[{ name: 'draft', schedule: () => scheduleOf(form.getValues()) }]}
        testId="retention-draft"
      />
    </CommandDialog>
  );
}

function Figures({ form }: { form: ReturnType<typeof useForm<TypedSchedule>> }) {
  const { t } = useTranslation('privacy');
  const [months, notice, approval] = [
    useRange(RETENTION_LIMITS.months),
    useRange(RETENTION_LIMITS.noticeDays),
    useRange(RETENTION_LIMITS.approvalOver),
  ];
  return (
    <div className="retention-figures">
      <FormText
        form={form}
        name="default_months"
        label={t('retention.form.rest')}
        type="number"
        testId="retention-rest"
        {...months}
      />
      <FormText
        form={form}
        name="notice_days"
        label={t('retention.form.notice')}
        hint={t('retention.form.noticeHint')}
        type="number"
        testId="retention-notice"
        {...notice}
      />
      <FormText
        form={form}
        name="approval_over"
        label={t('retention.form.approval')}
        hint={t('retention.form.approvalHint')}
        type="number"
        testId="retention-approval"
        {...approval}
      />
    </div>
  );
}
