import { CUSTOMER_SEARCH_LENGTH } from '@atelier/domain/reference/contract.ts';
import { fullName } from '@atelier/domain/deposit/names.ts';
import type { ContactView } from '@atelier/contracts/reference/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { readQuery } from '../../lib/api/read-query.ts';
import { usePermission, useSession } from '../../lib/session/use-session.ts';
import { past } from '../../lib/time/past.ts';
import { readRmaPath } from '../../shared/item/open-piece.ts';
import { StageCell } from '../../shared/item/piece-cells.tsx';
import { PieceImage } from '../../shared/item/piece-image.tsx';
import { clientsQuery } from '../../shared/queries/reference.ts';
import type { Entry } from './entry.ts';

/** Of each group; the screen of that group shows the rest. */
export const MOST_HITS = 8;
const MOST_CLIENTS = 4;
const FEWEST_LETTERS = 2;

/** What one group found; `isPending` while the server is asked for the first time. */
export interface Found {
  readonly entries: readonly Entry[];
  readonly isPending: boolean;
}

const NOTHING: Found = { entries: [], isPending: false };

export const SEARCHING = { timeout: 'general', placeholderData: <T,>(before: T): T => before } as const;

/** Pieces by number, tracking number, customer or phone. */
export function useFoundPieces(words: string): Found {
  const path = useSession().view.user.user_type === 'shop' ? '/rma' : '/operationrma';
  const enabled = words.length >= FEWEST_LETTERS;
  const query = { q: words, page_size: MOST_HITS };
  const { data, isFetching } = useQuery(
    readQuery(['rma', 'palette', path, words], path, query, { ...SEARCHING, enabled }),
  );
  if (!enabled) return NOTHING;
  const entries = (data?.data ?? []).map((item): Entry => ({
    key: `item-${item.id}`,
    group: 'pieces',
    title: item.number,
    note: [item.product_name, item.fullname || item.store_name].filter(Boolean).join(' · '),
    icon: <PieceImage kind={item.product_kind} src={item.product_image} size={36} />,
    tag: <StageCell status={item.rma_status_id} bar={false} />,
    to: readRmaPath({ rmaId: item.rma_id, itemId: item.id }),
    about: { item },
  }));
  return { entries, isPending: isFetching };
}

export const nameOfClient = ({ firstname, lastname }: ContactView): string => fullName(firstname, lastname);

/** A client of the register has a record; one who was typed in has their deposit. */
export const pathOfClient = ({ id, rma_id: rmaId }: ContactView): string =>
  id === null ? `/readRma?id=${rmaId ?? ''}` : `/clientSearch?customer=${id}`;

/** Clients by name, phone or mail; of today only. */
export function useFoundClients(words: string): Found & { readonly clients: readonly ContactView[] } {
  const { t } = useTranslation('palette');
  const mayFind = usePermission('client search') && past === null;
  const enabled = mayFind && words.length >= CUSTOMER_SEARCH_LENGTH.least;
  const { data, isFetching } = useQuery({ ...clientsQuery(words), enabled });
  const clients = enabled ? (data?.data ?? []).slice(0, MOST_CLIENTS) : [];
  const entries = clients.map((client): Entry => ({
    key: `client-${client.id ?? `of-${client.rma_id}`}`,
    group: 'clients',
    title: nameOfClient(client),
    note: [client.fullphone, client.email].filter(Boolean).join(' · '),
    icon: <UserRound aria-hidden />,
    ...(client.deposits > 0 && {
      tag: <span className="small muted">{t('deposits', { count: client.deposits })}</span>,
    }),
    to: pathOfClient(client),
    about: { client },
  }));
  return { entries, clients, isPending: enabled && isFetching };
}
