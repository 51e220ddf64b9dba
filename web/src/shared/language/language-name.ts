import { useTranslation } from 'react-i18next';

/** The name of a language in the reader's own: "French". */
export function useLanguageName(): (tag: string) => string {
  const { i18n } = useTranslation();
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
  return (tag) => (tag === '' ? '' : (names.of(tag) ?? tag));
}
