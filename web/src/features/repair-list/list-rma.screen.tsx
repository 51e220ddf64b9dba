import { useTranslation } from 'react-i18next';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { ButtonLink } from '../../shared/item/button-link.tsx';
import { RmaList } from './rma-list.tsx';

/** `/listRma`: all repairs of the shop. It loads only for shops (product/rma.md §3). */
export function Screen() {
  const isShop = useSession().view.user.user_type === 'shop';
  return isShop ? <RmaList audience="shop" /> : <ShopsOnly />;
}

function ShopsOnly() {
  const { t } = useTranslation('search');
  return (
    <EmptyState
      title={t('shopsOnly.title')}
      action={<ButtonLink to="/operation/listRma">{t('shopsOnly.go')}</ButtonLink>}
      testId="shops-only"
    >
      {t('shopsOnly.body')}
    </EmptyState>
  );
}
