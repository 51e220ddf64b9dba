import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Language } from '../../../lib/i18n/languages.ts';
import {
  currentLanguageSources,
  directionOf,
  pickLanguage,
  storeLanguage,
} from '../../../lib/i18n/languages.ts';
import { loadFacesOf } from '../../../theme/fonts.ts';
import '../../../theme/tokens.css';
import '../../../theme/base.css';
import '../../../theme/steps.css';
import './customer.css';
import { CustomerPage } from './customer-page.tsx';
import type { Translate } from './texts.ts';
import { loadCustomerTexts } from './texts.ts';

interface Speech {
  language: Language;
  t: Translate;
}

async function speak(language: Language): Promise<Speech> {
  const t = await loadCustomerTexts(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  loadFacesOf(language);
  return { language, t };
}

/** The choice goes into the address too: a customer who sends the link on sends it in their language. */
function rememberInAddress(language: Language): void {
  const url = new URL(location.href);
  url.searchParams.set('language', language);
  history.replaceState(history.state, '', url);
}

function Root({ first, reference }: { first: Speech; reference: string | null }) {
  const [speech, setSpeech] = useState(first);
  const choose = (language: Language) => {
    storeLanguage(language);
    rememberInAddress(language);
    void speak(language).then(setSpeech);
  };
  return <CustomerPage t={speech.t} language={speech.language} onLanguage={choose} reference={reference} />;
}

/** Who has the link may see the page; nobody else, and no search engine, should come by it. */
function keepOutOfIndexes(): void {
  const meta = document.createElement('meta');
  meta.name = 'robots';
  meta.content = 'noindex, nofollow';
  document.head.append(meta);
}

/** Starts the customer's page: `/customerStatus?rma_id=…&language=…`. */
export async function startCustomerPage(root: HTMLElement): Promise<void> {
  keepOutOfIndexes();
  const reference = new URLSearchParams(location.search).get('rma_id');
  const first = await speak(pickLanguage(currentLanguageSources()));
  createRoot(root).render(
    <StrictMode>
      <Root first={first} reference={reference} />
    </StrictMode>,
  );
}
