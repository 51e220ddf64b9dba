import type { ErasedAgainView } from '@atelier/contracts/privacy/schema.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ListRow } from '../../shared/paged-table/paged-table.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';

/** Persons whom the ledger erased again after a restore, which lost their request. */
export function ErasedAgain({ again }: { readonly again: readonly ErasedAgainView[] }) {
  const { t } = useTranslation('privacy');
  const { dateTime } = useStaffFormat();
  if (again.length === 0) return null;
  return (
    <ul className="list" data-testid="erased-again" aria-label={t('requests.again')}>
      {again.map(({ customer_ref: ref, deposits, erased_at: at }) => (
        <ListRow key={ref} className="privacy-row" testId={`again-${ref}`}>
          <Cluster gap={8}>
            <Tag>{t('requests.again')}</Tag>
            <bdi className="strong num">{deposits.length === 0 ? ref : deposits.join(', ')}</bdi>
          </Cluster>
          <span>{t('requests.againBody', { date: dateTime(at) })}</span>
        </ListRow>
      ))}
    </ul>
  );
}
