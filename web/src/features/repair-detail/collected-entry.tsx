import type { HistoryEntry } from '@atelier/contracts/repair-detail/schema.ts';
import { useFormat } from '@atelier/ui/text/format.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sitesQuery } from '../../shared/queries/sites.ts';

/** How the client wanted the piece back, or when they said they come. */
export function Collected({ entry: { type, details } }: { entry: HistoryEntry }) {
  if (type === 'CollectionChosen')
    return <Chosen kind={String(details['kind'])} shopId={Number(details['shop_id'] ?? 0)} />;
  const { day, from } = details;
  if (type !== 'PickupBooked' || typeof day !== 'string' || typeof from !== 'string') return null;
  return <Booked day={day} from={from} />;
}

function Booked({ day, from }: { day: string; from: string }) {
  const { t } = useTranslation('piece');
  // A calendar day of the shop, whatever the reader's zone.
  const format = useFormat('UTC');
  return <span className="small">{t('wish.comes', { day: format.day(day), time: from })}</span>;
}

function Chosen({ kind, shopId }: { kind: string; shopId: number }) {
  const { t } = useTranslation('piece');
  const sites = useQuery({ ...sitesQuery(), enabled: shopId > 0 }).data?.data ?? [];
  const shop = sites.find(({ id }) => id === shopId)?.name ?? '';
  return <span className="small">{t(`wish.${kind}`, { shop })}</span>;
}
