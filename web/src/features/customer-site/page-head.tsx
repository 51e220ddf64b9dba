import { type Language, LANGUAGES } from '../../lib/i18n/languages.ts';
import { AskAgain } from './ask-again.tsx';
import type { Lookup } from './status.ts';
import type { Translate } from './texts.ts';

export interface PageHeadProps {
  t: Translate;
  language: Language;
  onLanguage: (language: Language) => void;
  /** What the page shows, to be asked for again in another language where no script runs. */
  lookup?: Lookup | null;
  /** Where the page is, when it is not the customer's own. */
  path?: string;
}

/** The house and the reader's language, above every public page. */
export const PageHead = (props: PageHeadProps) => (
  <header>
    <span className="mark middle gap-5 nowrap" translate="no">
      Atelier
    </span>
    <LanguageSelect {...props} />
  </header>
);

const LanguageSelect = ({ t, language, onLanguage, lookup, path }: PageHeadProps) => (
  <AskAgain lookup={lookup ?? null} path={path} className="cust-language row gap-8">
    <span>
      <select
        name="language"
        translate="no"
        value={language}
        aria-label={t('language')}
        onChange={(event) => onLanguage(event.target.value as Language)}
        data-testid="language"
      >
        {LANGUAGES.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
        <path d="m6 9 6 6 6-6" />
      </svg>
    </span>
    <noscript>
      <button type="submit" className="cust-language-go">
        {t('languageGo')}
      </button>
    </noscript>
  </AskAgain>
);
