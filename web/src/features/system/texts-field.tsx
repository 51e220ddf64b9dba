import type { TranslatedText } from '@atelier/domain/contract/translated-text.ts';
import { LANGUAGES } from '../../lib/i18n/languages.ts';
import { TextArea } from '@atelier/ui/controls/text-field.tsx';
import type { ValueFieldProps } from './value-field-props.ts';

/** What own words begin with. */
export const NO_WORDS: TranslatedText = { en: '', 'zh-CN': '', 'zh-TW': '', fr: '', es: '', ja: '', ar: '' };

type Props = ValueFieldProps & { texts: TranslatedText };

/** A text in every language, each in a field of its own, written the way that language is. */
export function TextsField({ setting, texts, onChange, error }: Props) {
  const missing = LANGUAGES.find(({ tag }) => texts[tag].trim() === '')?.tag ?? LANGUAGES.at(-1)?.tag;
  return LANGUAGES.map(({ tag, name, dir }) => (
    <TextArea
      key={tag}
      label={name}
      lang={tag}
      dir={dir}
      rows={4}
      required
      maxLength={setting.max ?? undefined}
      value={texts[tag]}
      onChange={(event) => onChange({ ...texts, [tag]: event.target.value })}
      error={tag === missing ? error : undefined}
      testId={`text-${tag}`}
    />
  ));
}
