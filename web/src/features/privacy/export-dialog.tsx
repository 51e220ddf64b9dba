import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../lib/i18n/languages.ts';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { FormSelect } from '../../shared/form/form-field.tsx';
import { finished, type PersonDialogProps } from './ask-dialog.tsx';
import { usePrivacyCommand } from './use-privacy-command.ts';

/** Has a file made of everything held about a person, in a language that person reads. */
export function ExportDialog({ person, onDone, onClose }: PersonDialogProps) {
  const { t, i18n } = useTranslation('privacy');
  const form = useForm({ defaultValues: { language: i18n.language } });
  const make = usePrivacyCommand(
    ({ language }: { language: string }) => ({
      path: '/privacy/export',
      body: { customer_refs: [person.customer_ref], language },
    }),
    { title: t('exports.started'), onAccepted: () => finished({ onDone, onClose }) },
  );
  return (
    <FormDialog
      form={form}
      title={t('exports.dialogTitle')}
      testId="export"
      accept={t('exports.accept')}
      busy={make.isPending}
      onSubmit={make.mutate}
      onClose={onClose}
    >
      <p>{t('exports.dialogBody')}</p>
      <FormSelect
        form={form}
        name="language"
        label={t('exports.language')}
        options={LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }))}
        testId="export-language"
      />
    </FormDialog>
  );
}
