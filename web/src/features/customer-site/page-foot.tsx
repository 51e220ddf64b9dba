import { ACCESS_PATH, GUIDE_PATH } from '@atelier/contracts/customer-site/first-paint.ts';
import type { Language } from '../../lib/i18n/languages.ts';
import type { Translate } from './texts.ts';

/** Below every public page: the guide and the statement on accessibility, in the reader's language. */
export const PageFoot = ({ t, language }: { t: Translate; language: Language }) => (
  <footer className="cust-foot line-above text-center">
    <a href={`${GUIDE_PATH}?language=${language}`} data-testid="customer-guide-link">
      {t('guideLink')}
    </a>
    <a href={`${ACCESS_PATH}?language=${language}`} data-testid="accessibility">
      {t('accessLink')}
    </a>
  </footer>
);
