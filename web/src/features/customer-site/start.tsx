import {
  type CustomerFirstPaint,
  type TextFirstPaint,
  ACCESS_PATH,
  FIRST_PAINT_ID,
  GUIDE_PATH,
} from '@atelier/contracts/customer-site/first-paint.ts';
import type { FeeFirstPaint } from '@atelier/contracts/customer-site/fee-first-paint.ts';
import type { SignFirstPaint } from '@atelier/contracts/customer-site/sign-first-paint.ts';
import type { CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import { StrictMode, useEffect, useState, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import {
  type Language,
  currentLanguageSources,
  directionOf,
  pickLanguage,
  storeLanguage,
} from '../../lib/i18n/languages.ts';
import { loadFacesFor, loadFacesOf } from '@atelier/ui/theme/fonts.ts';
import '@atelier/ui/theme/tokens.css';
import '@atelier/ui/theme/base.css';
import '@atelier/ui/theme/layout.css';
import '@atelier/ui/theme/steps.css';
import './customer.css';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';
import { BrokenPage, type BrokenPageProps } from './broken-page.tsx';
import { CustomerPage } from './customer-page.tsx';
import type { PageHeadProps } from './page-head.tsx';
import { type Translate, loadCustomerTexts, type PublicTexts } from './texts.ts';

type Drawn = CustomerFirstPaint | FeeFirstPaint | SignFirstPaint | TextFirstPaint;

interface Speech {
  language: Language;
  t: Translate;
}

/** A page for everybody: what it is drawn with, and which texts it needs beside the customer's. */
interface PublicPage {
  readonly texts?: PublicTexts;
  /** The server drew it in the language of the one customer whom it is for: the browser's own does not count. */
  readonly isAddressed?: boolean;
  /** What is left to say when the page cannot be drawn. */
  readonly known: Pick<BrokenPageProps, 'number' | 'phone'>;
  readonly draw: (props: PageHeadProps) => ReactNode;
}

const NOTHING_KNOWN = { number: null, phone: null } as const;

async function speak(language: Language, { texts }: PublicPage): Promise<Speech> {
  const t = await loadCustomerTexts(language, texts);
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

function Root({ first, page }: { first: Speech; page: PublicPage }) {
  const [speech, setSpeech] = useState(first);
  // The server does not know which language was chosen in this browser before.
  useEffect(() => {
    const sources = currentLanguageSources();
    const browser = page.isAddressed ? [first.language] : sources.browser;
    const wanted = pickLanguage({ ...sources, browser });
    if (wanted !== first.language) void speak(wanted, page).then(setSpeech);
  }, [first, page]);
  const choose = (language: Language) => {
    storeLanguage(language);
    rememberInAddress(language);
    void speak(language, page).then(setSpeech);
  };
  return (
    <BrokenPage t={speech.t} {...page.known}>
      {page.draw({ ...speech, onLanguage: choose })}
    </BrokenPage>
  );
}

/** Only a holder of the link may see the page; no search engine should find it. */
function keepOutOfIndexes(): void {
  const meta = document.createElement('meta');
  meta.name = 'robots';
  meta.content = 'noindex, nofollow';
  document.head.append(meta);
}

/** A shop's name and address stay in their script, whatever the page's language. */
const loadFacesOfData = (items: readonly CustomerStatusView[]): void => loadFacesFor(JSON.stringify(items));

/** `/customerStatus?rma_id=…`; `/proof/TOKEN`, `/fee/TOKEN` and `/sign/TOKEN` come only when they are asked for. */
async function pageAt({ pathname, search }: Location, drawn: Drawn | undefined): Promise<PublicPage> {
  if (pathname.startsWith(ACCESS_PATH)) {
    const { AccessPage } = await loadChunk(() => import('./access/access-page.tsx'));
    return { texts: 'access', known: NOTHING_KNOWN, draw: (props) => <AccessPage {...props} /> };
  }
  if (pathname.startsWith(GUIDE_PATH)) {
    const { GuidePage } = await loadChunk(() => import('./guide/guide-page.tsx'));
    return { texts: 'guide', known: NOTHING_KNOWN, draw: (props) => <GuidePage {...props} /> };
  }
  const [, page, token = ''] = /^\/(proof|fee|sign)\/([^/]+)/.exec(pathname) ?? [];
  if (page === undefined) {
    const reference = new URLSearchParams(search).get('rma_id');
    const first = drawn && 'items' in drawn ? drawn : undefined;
    const [item] = first?.items ?? [];
    return {
      known: { number: item?.RmaID ?? null, phone: item?.shop.phone ?? null },
      draw: (props) => (
        <CustomerPage {...props} reference={reference} first={first} onItems={loadFacesOfData} />
      ),
    };
  }
  if (page === 'fee') {
    const { FeePage } = await loadChunk(() => import('./fee/fee-page.tsx'));
    const first = drawn && 'asked' in drawn ? drawn : undefined;
    const isAddressed = first?.outcome === 'found';
    const known = { number: first?.asked?.number ?? null, phone: first?.asked?.shop_phone ?? null };
    return {
      texts: 'fee',
      isAddressed,
      known,
      draw: (props) => <FeePage {...props} token={token} first={first} />,
    };
  }
  if (page === 'sign') {
    const { SignPage } = await loadChunk(() => import('./sign/sign-page.tsx'));
    const first = drawn && 'signing' in drawn ? drawn : undefined;
    return {
      texts: 'sign',
      isAddressed: first?.outcome === 'found',
      known: NOTHING_KNOWN,
      draw: (props) => <SignPage {...props} token={token} first={first} />,
    };
  }
  const { ProofPage } = await loadChunk(() => import('./proof/proof-page.tsx'));
  return { texts: 'proof', known: NOTHING_KNOWN, draw: (props) => <ProofPage {...props} token={token} /> };
}

/** What the server drew this page from; undefined where it drew none. */
function drawnFirst(): Drawn | undefined {
  const text = document.getElementById(FIRST_PAINT_ID)?.textContent;
  return text ? (JSON.parse(text) as Drawn) : undefined;
}

/** Starts a page for everybody: no session, no staff's tools. What the server drew stays, and comes alive. */
export async function startCustomerPage(root: HTMLElement): Promise<void> {
  keepOutOfIndexes();
  // The start page forbids translation for the staff's screens; these pages stand it.
  document.documentElement.translate = true;
  const drawn = drawnFirst();
  const page = await pageAt(location, drawn);
  const language = drawn?.language ?? pickLanguage(currentLanguageSources());
  const first = await speak(language, page);
  const tree = (
    <StrictMode>
      <Root first={first} page={page} />
    </StrictMode>
  );
  // A browser may write a date or break a line otherwise than the server: its own way is drawn then.
  if (drawn) hydrateRoot(root, tree, { onRecoverableError: () => undefined });
  else createRoot(root).render(tree);
}
