import { DESCRIPTION_LENGTH, NAME_LENGTH } from '@atelier/domain/reference/contract.ts';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../../ui/stack.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { LANGUAGES } from '../../../lib/i18n/languages.ts';
import { translatedCount } from './sub-reason-form.ts';
import type { SubReasonValues } from './sub-reason-form.ts';

const OTHERS = LANGUAGES.filter(({ tag }) => tag !== 'en');

interface TextsFieldsProps {
  values: SubReasonValues;
  /** A key below `issue`. */
  issue: string | undefined;
  onChange: (part: Partial<SubReasonValues>) => void;
}

/** English first, which every language falls back to; the other six where somebody wants them. */
export function TextsFields({ values, issue, onChange }: TextsFieldsProps) {
  const { t } = useTranslation('subreasons');
  const { number } = useStaffFormat();
  return (
    <>
      <LanguageFields tag="en" name="English" values={values} issue={issue} onChange={onChange} />
      <details className="sub-languages">
        <summary>
          {t('otherLanguages')}
          <span className="small muted num">
            {t('languages', { done: number(translatedCount(values.names)), all: number(LANGUAGES.length) })}
          </span>
        </summary>
        <p className="small muted">{t('otherHint')}</p>
        {OTHERS.map(({ tag, name }) => (
          <LanguageFields
            key={tag}
            tag={tag}
            name={name}
            values={values}
            issue={undefined}
            onChange={onChange}
          />
        ))}
      </details>
    </>
  );
}

interface LanguageFieldsProps extends TextsFieldsProps {
  tag: (typeof LANGUAGES)[number]['tag'];
  name: string;
}

function LanguageFields({ tag, name, values, issue, onChange }: LanguageFieldsProps) {
  const { t } = useTranslation('subreasons');
  const { names, descriptions } = values;
  return (
    <Stack gap={10} className="sub-language">
      <TextField
        label={t('nameIn', { language: name })}
        required={tag === 'en'}
        dir={tag === 'ar' ? 'rtl' : 'auto'}
        maxLength={NAME_LENGTH}
        value={names[tag]}
        error={issue === undefined ? undefined : t(`issue.${issue}`)}
        onChange={(event) => onChange({ names: { ...names, [tag]: event.target.value } })}
        testId={`sub-reason-name-${tag}`}
      />
      <TextArea
        label={t('descriptionIn', { language: name })}
        rows={2}
        maxLength={DESCRIPTION_LENGTH}
        value={descriptions[tag]}
        onChange={(event) => onChange({ descriptions: { ...descriptions, [tag]: event.target.value } })}
        testId={`sub-reason-description-${tag}`}
      />
    </Stack>
  );
}
