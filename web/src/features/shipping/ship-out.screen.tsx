import { useTranslation } from 'react-i18next';
import { usePageHeader } from '../../lib/page/page-header.ts';
import { FROM_FACTORY } from './package-queries.ts';
import { PackingPage } from './packing-page.tsx';

/** `/operation/14/…`: repaired pieces go back to their shop (13 → 14). */
export function Screen() {
  const { t } = useTranslation('status');
  usePageHeader({ title: t('name.14') });
  return <PackingPage kind={FROM_FACTORY} />;
}
