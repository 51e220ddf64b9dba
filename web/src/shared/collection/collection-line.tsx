import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { useFormat } from '@atelier/ui/text/format.ts';
import { CalendarClock, Store, Truck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePermission } from '../../lib/session/use-session.ts';
import { past } from '../../lib/time/past.ts';
import { timeOf, wishOf } from './collection-words.ts';
import './collection-line.css';

type Piece = Pick<ItemView, 'id' | 'collection' | 'pickup' | 'rma_status_id' | 'custody'>;

/** How the client wants the piece back and what the house does next; when they come. Nothing where nothing was decided. */
export function CollectionLine({ item }: { item: Piece }) {
  return (
    <>
      <Wish item={item} />
      <Comes item={item} />
    </>
  );
}

function Wish({ item }: { item: Piece }) {
  const { t } = useTranslation('pickup');
  const wish = wishOf(item);
  if (wish === null || item.collection === null) return null;
  const { kind, shop_name: shop, by_client: byClient } = item.collection;
  const Icon = kind === 'delivery' ? Truck : Store;
  return (
    <p className="collection-line" data-testid="collection-wish" data-wish={wish}>
      <Icon size={18} aria-hidden />
      <span>
        {t(`wish.${wish}`, { shop })} {byClient && <span className="muted">{t('wish.byClient')}</span>}{' '}
        <Next item={item} wish={wish} />
      </span>
    </p>
  );
}

/** Where the shop acts on it. */
function Next({ item, wish }: { item: Piece; wish: string }) {
  const { t } = useTranslation('pickup');
  const mayPack = usePermission('view prepare package page');
  if (past !== null || !mayPack || item.custody.kind !== 'site') return null;
  if (wish !== 'other_shop.back' && wish !== 'delivery.back') return null;
  const isDoor = wish === 'delivery.back';
  return (
    <Link
      className="link"
      to={`/preparePackage?way=${isDoor ? 'door' : 'shop'}&item=${item.id}`}
      data-testid={`send-${item.id}`}
    >
      {t(isDoor ? 'wish.send' : 'wish.pack')}
    </Link>
  );
}

function Comes({ item: { pickup, rma_status_id: status } }: { item: Piece }) {
  const { t } = useTranslation('pickup');
  // A calendar day of the shop, whatever the reader's zone.
  const { weekday } = useFormat('UTC');
  if (pickup === null || status !== Status.ShopReceived) return null;
  return (
    <p className="collection-line" data-testid="collection-pickup">
      <CalendarClock size={18} aria-hidden />
      <span>{t('wish.comes', { day: weekday(pickup.day), time: timeOf(pickup) })}</span>
    </p>
  );
}
