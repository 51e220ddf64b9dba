import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { isStatusId, statusOf } from '@atelier/domain/shared/status.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { customerRepairsQuery } from '../../../shared/queries/reference.ts';

/** As many as the card has room for; the client's page has all. */
const MOST_SHOWN = 3;

export const isUnderWay = ({ rma_status_id: status }: ItemView): boolean =>
  isStatusId(status) && !['done', 'cancelled'].includes(statusOf(status).phase);

/** The client's repairs that are not over, with the stage of each; nothing where there are none. */
export function OpenRepairs({ customerId }: { customerId: number }) {
  const { t } = useTranslation(['steps', 'status']);
  const open = (useQuery(customerRepairsQuery(customerId)).data?.data ?? []).filter(isUnderWay);
  if (open.length === 0) return null;
  return (
    <section className="open-repairs stack gap-4" data-testid="client-open-repairs">
      <h3 className="small muted">{t('steps:card.open', { count: open.length })}</h3>
      <ul className="stack gap-4">
        {open.slice(0, MOST_SHOWN).map((item) => (
          <li key={item.id} className="row between gap-8 small">
            <Link className="link" to={`/readRma?id=${item.rma_id}&item=${item.id}`}>
              <bdi>{item.number}</bdi>
            </Link>
            <span className="muted">{t(`status:name.${item.rma_status_id}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
