import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { requireLanguage } from '../../lib/i18n/i18n.ts';
import { directionOf } from '../../lib/i18n/languages.ts';

/** What a client reads at the counter, in their language and its direction; in the staff's where its texts cannot be had. */
export function ClientLanguage({ language, children }: { language: string; children: ReactNode }) {
  const { i18n } = useTranslation();
  // Ready at once: one that becomes ready later would hide the screen until then.
  const own = useMemo(() => i18n.cloneInstance({ initAsync: false }), [i18n]);
  const [ready, setReady] = useState({ language: '', spoken: '' });
  useEffect(() => {
    let isCurrent = true;
    const speak = async () => {
      const spoken = await requireLanguage(language).then(
        () => language,
        () => i18n.language,
      );
      await own.changeLanguage(spoken);
      if (isCurrent) setReady({ language, spoken });
    };
    void speak();
    return () => void (isCurrent = false);
  }, [i18n, own, language]);
  if (ready.language !== language) return null;
  return (
    <I18nextProvider i18n={own}>
      <div lang={ready.spoken} dir={directionOf(ready.spoken)}>
        {children}
      </div>
    </I18nextProvider>
  );
}
