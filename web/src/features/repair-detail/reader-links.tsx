import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../shared/item/button-link.tsx';

/** Where the history of a piece is read by a person who may do nothing with it. The dispute file stands among the papers. */
export function ReaderLinks({ item }: { readonly item: ItemView }) {
  const { t } = useTranslation(['audit', 'shell']);
  return (
    <>
      <ButtonLink to={`/system/audit/replay?subject=item-${item.id}`} testId="reader-replay">
        {t('audit:view.replay')}
      </ButtonLink>
      <ButtonLink to={`/custody?by=item&q=${item.number}`} testId="reader-custody">
        {t('shell:title.custody')}
      </ButtonLink>
    </>
  );
}
