import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../lib/i18n/languages.ts';
import { FormSelect } from '../../shared/form/form-field.tsx';
import type { PersonDialogProps } from './ask-dialog.tsx';
import { CommandDialog } from '../../shared/form/command-dialog.tsx';
import { PRIVACY } from './queries.ts';

/** Has a file made of everything held about a person, in a language that person reads. */
export function ExportDialog({ person, onDone, onClose }: PersonDialogProps) {
  const { t, i18n } = useTranslation('privacy');
  return (
    <CommandDialog
      values={{ language: i18n.language }}
      title={t('exports.dialogTitle')}
      testId="export"
      accept={t('exports.accept')}
      call={({ language }) => ({
        path: '/privacy/export',
        body: { customer_refs: [person.customer_ref], language },
      })}
      done={t('exports.started')}
      refreshes={PRIVACY}
      onDone={onDone}
      onClose={onClose}
    >
      {(at) => (
        <>
          <p>{t('exports.dialogBody')}</p>
          <FormSelect
            {...at('language')}
            label={t('exports.language')}
            options={LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }))}
          />
        </>
      )}
    </CommandDialog>
  );
}
