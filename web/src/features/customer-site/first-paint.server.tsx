import type {
  CustomerFirstPaint,
  DrawnCustomerPage,
  TextFirstPaint,
} from '@atelier/contracts/customer-site/first-paint.ts';
import type { FeeFirstPaint } from '@atelier/contracts/customer-site/fee-first-paint.ts';
import type { SignFirstPaint } from '@atelier/contracts/customer-site/sign-first-paint.ts';
import { renderToString } from 'react-dom/server';
import { directionOf } from '../../lib/i18n/languages.ts';
import { AccessPage } from './access/access-page.tsx';
import { CustomerPage } from './customer-page.tsx';
import { FeePage } from './fee/fee-page.tsx';
import { GuidePage } from './guide/guide-page.tsx';
import { SignPage } from './sign/sign-page.tsx';
import { loadCustomerTexts } from './texts.ts';

/**
 * The customer's page as HTML, drawn by the API before any script runs (product/customer-page.md §5). Built on its own
 * (`vite.server.config.ts`), with all that it needs inside.
 * @public called by `services/api/src/customer-site/customer-document.ts`
 */
export async function drawCustomerPage(first: CustomerFirstPaint): Promise<DrawnCustomerPage> {
  const { language } = first;
  const t = await loadCustomerTexts(language);
  const body = renderToString(
    <CustomerPage
      t={t}
      language={language}
      onLanguage={() => undefined}
      reference={first.lookup?.rma_id ?? null}
      first={first}
    />,
  );
  return { title: `${t('title')} · Atelier`, language, direction: directionOf(language), body };
}

/**
 * The page of a customer's link to their fee (product/customer-page.md §6).
 * @public called by `services/api/src/repair/fee-document.ts`
 */
export async function drawFeePage(first: FeeFirstPaint): Promise<DrawnCustomerPage> {
  const { language } = first;
  const t = await loadCustomerTexts(language, 'fee');
  const body = renderToString(
    <FeePage t={t} language={language} onLanguage={() => undefined} token={first.token} first={first} />,
  );
  return { title: `${t('fee.title')} · Atelier`, language, direction: directionOf(language), body };
}

/**
 * The page on which a client signs (product/customer-page.md §12).
 * @public called by `services/api/src/customer-site/sign-document.ts`
 */
export async function drawSignPage(first: SignFirstPaint): Promise<DrawnCustomerPage> {
  const { language } = first;
  const t = await loadCustomerTexts(language, 'sign');
  const body = renderToString(
    <SignPage t={t} language={language} onLanguage={() => undefined} token={first.token} first={first} />,
  );
  return { title: `${t('sign.title')} · Atelier`, language, direction: directionOf(language), body };
}

/**
 * The statement on accessibility (product/customer-page.md §7).
 * @public called by `services/api/src/customer-site/text-documents.ts`
 */
export async function drawAccessPage({ language }: TextFirstPaint): Promise<DrawnCustomerPage> {
  const t = await loadCustomerTexts(language, 'access');
  const body = renderToString(<AccessPage t={t} language={language} onLanguage={() => undefined} />);
  return { title: `${t('access.title')} · Atelier`, language, direction: directionOf(language), body };
}

/**
 * The guide for customers (product/customer-page.md §11).
 * @public called by `services/api/src/customer-site/text-documents.ts`
 */
export async function drawGuidePage({ language }: TextFirstPaint): Promise<DrawnCustomerPage> {
  const t = await loadCustomerTexts(language, 'guide');
  const body = renderToString(<GuidePage t={t} language={language} onLanguage={() => undefined} />);
  return { title: `${t('guide.title')} · Atelier`, language, direction: directionOf(language), body };
}
