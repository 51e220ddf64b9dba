import { renderToString } from 'react-dom/server';
import { type Language, directionOf } from '../../lib/i18n/languages.ts';
import { LoginFrame } from './login-frame.tsx';

const files = import.meta.glob<{ line: string; licence: string }>('./*/login.json', {
  base: '../../../../packages/contracts/src/locales',
  import: 'default',
});

/**
 * The sign-in page around its form as HTML: it stands until the script has drawn the whole (login.css).
 * @param notice the company's licence notice; empty for the product's own
 * @public called by `services/api/src/start-page.ts`
 */
export async function drawLogin(language: Language, notice: string): Promise<string> {
  const texts = await files[`./${language}/login.json`]?.();
  if (texts === undefined) return '';
  const licence = notice || texts.licence.replace('{{year}}', String(new Date().getFullYear()));
  const frame = renderToString(<LoginFrame line={texts.line} licence={licence} clock={<NoTime />} />);
  return `<div class="login-drawn" lang="${language}" dir="${directionOf(language)}" aria-hidden="true">${frame}</div>`;
}

/** The clock's place: what time it is only the visitor's device knows. */
const NoTime = () => (
  <p className="login-clock text-end size-s nowrap">
    <span className="num">{'\u00a0'}</span> {'\u00a0'}
  </p>
);
