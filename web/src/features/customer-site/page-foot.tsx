import { ACCESS_PATH } from '@atelier/contracts/customer-site/first-paint.ts';
import type { Language } from '../../lib/i18n/languages.ts';
import type { Translate } from './texts.ts';

/** Below every public page: the statement on accessibility, in the reader's language. */
export const PageFoot = ({ t, language }: { t: Translate; language: Language }) => (
  <footer className="cust-foot line-above text-center">
    <a href={`${ACCESS_PATH}?language=${language}`} data-testid="accessibility">
      {t('accessLink')}
    </a>
  </footer>
);
