import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';

/**
 * The only entry. The customer's page and the staff's app share nothing but React, so a customer on a phone never
 * downloads the staff's tools, and PrimeReact never reaches them.
 */
const isCustomerPage = /^\/(customerStatus\/*$|accessibility\/*$|guide\/*$|(proof|fee|sign)\/)/.test(
  location.pathname,
);

/** Said when not even the texts could be loaded; hence in every language, here. */
const NOT_LOADED = [
  'The page could not be loaded. Please reload it.',
  '页面无法加载，请刷新。',
  '頁面無法載入，請重新整理。',
  'La page n’a pas pu être chargée. Veuillez la recharger.',
  'No se pudo cargar la página. Vuelva a cargarla.',
  'ページを読み込めませんでした。再読み込みしてください。',
  'تعذّر تحميل الصفحة. يرجى إعادة تحميلها.',
];

async function start(root: HTMLElement): Promise<void> {
  if (isCustomerPage) {
    const { startCustomerPage } = await loadChunk(() => import('./features/customer-site/start.tsx'));
    return startCustomerPage(root);
  }
  const { startStaffApp } = await loadChunk(() => import('./app/start.tsx'));
  return startStaffApp(root);
}

function sayNotLoaded(root: HTMLElement): void {
  const lines = NOT_LOADED.map((text) => {
    const line = document.createElement('p');
    line.dir = 'auto';
    line.textContent = text;
    return line;
  });
  root.replaceChildren(...lines);
}

const root = document.getElementById('root');
if (root) start(root).catch(() => sayNotLoaded(root));
