import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { directionOf } from '../../lib/i18n/languages.ts';

/** What a client reads at the counter, in their language and its direction. */
export function ClientLanguage({ language, children }: { language: string; children: ReactNode }) {
  const { i18n } = useTranslation();
  // Ready at once: one that becomes ready later would hide the screen until then.
  const own = useMemo(() => i18n.cloneInstance({ initAsync: false }), [i18n]);
  const [spoken, setSpoken] = useState('');
  useEffect(() => void own.changeLanguage(language).then(() => setSpoken(language)), [own, language]);
  if (spoken !== language) return null;
  return (
    <I18nextProvider i18n={own}>
      <div lang={language} dir={directionOf(language)}>
        {children}
      </div>
    </I18nextProvider>
  );
}
