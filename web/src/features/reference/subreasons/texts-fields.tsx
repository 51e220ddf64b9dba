import { DESCRIPTION_LENGTH, NAME_LENGTH } from '@atelier/domain/reference/contract.ts';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FormArea, FormText } from '../../../shared/form/form-field.tsx';
import { LANGUAGES } from '../../../lib/i18n/languages.ts';
import { translatedCount, type SubReasonValues } from './sub-reason-form.ts';

const OTHERS = LANGUAGES.filter(({ tag }) => tag !== 'en');

interface TextsFieldsProps {
  form: UseFormReturn<SubReasonValues>;
}

/** English first, which every language falls back to; the other six are optional. */
export function TextsFields({ form }: TextsFieldsProps) {
  const { t } = useTranslation('subreasons');
  const { number } = useStaffFormat();
  const done = number(translatedCount(form.watch('names')));
  return (
    <>
      <LanguageFields form={form} tag="en" name="English" />
      <details className="sub-languages">
        <summary>
          {t('otherLanguages')}
          <span className="small muted num">{t('languages', { done, all: number(LANGUAGES.length) })}</span>
        </summary>
        <p className="small muted">{t('otherHint')}</p>
        {OTHERS.map(({ tag, name }) => (
          <LanguageFields key={tag} form={form} tag={tag} name={name} />
        ))}
      </details>
    </>
  );
}

interface LanguageFieldsProps extends TextsFieldsProps {
  tag: (typeof LANGUAGES)[number]['tag'];
  name: string;
}

function LanguageFields({ form, tag, name }: LanguageFieldsProps) {
  const { t } = useTranslation('subreasons');
  return (
    <Stack gap={10} className="sub-language">
      <FormText
        form={form}
        name={`names.${tag}`}
        label={t('nameIn', { language: name })}
        required={tag === 'en'}
        dir={tag === 'ar' ? 'rtl' : 'auto'}
        maxLength={NAME_LENGTH}
        testId={`sub-reason-name-${tag}`}
      />
      <FormArea
        form={form}
        name={`descriptions.${tag}`}
        label={t('descriptionIn', { language: name })}
        rows={2}
        maxLength={DESCRIPTION_LENGTH}
        testId={`sub-reason-description-${tag}`}
      />
    </Stack>
  );
}
