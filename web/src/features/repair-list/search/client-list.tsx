import { CUSTOMER_SEARCH_LENGTH, SEARCH_LIMIT } from '@atelier/domain/reference/contract.ts';
import type { ContactView } from '@atelier/contracts/reference/schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fullName } from '@atelier/domain/deposit/names.ts';
import { classNames } from '@atelier/ui/class-names.ts';
import { EmptyState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import type { ApiResponse } from '../../../lib/api/client.ts';
import { FoundOption } from './found-option.tsx';
import { SearchFailed } from './search-failed.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';

interface ClientListProps {
  keyword: string;
  answer: UseQueryResult<ApiResponse<ContactView[]>>;
  clients: readonly ContactView[];
  listId: string;
  active: number;
  chosenId: number | null;
  onPoint: (index: number) => void;
  onChoose: (client: ContactView) => void;
}

/** The customers of this shop that the box found. */
export function ClientList(props: ClientListProps) {
  const { t } = useTranslation('search');
  const { keyword, answer, clients, listId, active, chosenId } = props;
  if (keyword.length < CUSTOMER_SEARCH_LENGTH.least) {
    if (chosenId !== null) return null;
    return <EmptyState title={t('client.start')}>{t('client.startBody')}</EmptyState>;
  }
  if (answer.isPending) return <Skeleton rows={5} height={50} gap={10} />;
  if (answer.isError && answer.data === undefined) return <SearchFailed answer={answer} />;
  if (clients.length === 0) {
    return (
      <EmptyState title={t('client.none')} testId="client-none">
        {t('client.noneBody')}
      </EmptyState>
    );
  }
  return (
    <section className="panel" data-waiting={answer.isPlaceholderData || undefined}>
      <div role="listbox" id={listId} aria-label={t('client.found')} data-testid="client-results">
        {clients.map((client, index) => (
          <FoundOption
            key={clientKey(client)}
            id={`${listId}-${clientKey(client)}`}
            className={classNames(
              'client-line grid gap-12 pad-10 line-below',
              index === active && 'active',
              client.id !== null && client.id === chosenId && 'open',
            )}
            isActive={index === active}
            onPoint={() => props.onPoint(index)}
            onOpen={() => props.onChoose(client)}
            data-customer={client.id ?? undefined}
            data-deposit={client.rma_id ?? undefined}
          >
            <ClientWords client={client} />
          </FoundOption>
        ))}
      </div>
      {clients.length >= SEARCH_LIMIT && <p className="panel-foot small muted">{t('client.more')}</p>}
    </section>
  );
}

/** Of the register, or of a deposit. */
export const clientKey = ({ id, rma_id: rmaId }: ContactView): string =>
  id === null ? `rma-${rmaId ?? ''}` : String(id);

function ClientWords({ client }: { client: ContactView }) {
  const format = useStaffFormat();
  const place = [client.city, format.country(client.country)].filter(Boolean).join(', ');
  return (
    <>
      <span>
        <bdi className="strong clip">{fullName(client.firstname, client.lastname)}</bdi>
        <bdi className="small muted clip">{client.email ?? ''}</bdi>
      </span>
      <span className="end">
        <bdi className="num">{client.fullphone}</bdi>
        <bdi className="small muted clip">{place}</bdi>
      </span>
    </>
  );
}
