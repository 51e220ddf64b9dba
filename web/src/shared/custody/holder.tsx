import type { CustodySpanView, HolderView } from '@atelier/contracts/custody/schema.ts';
import {
  Archive,
  BadgeCheck,
  Factory,
  FileX2,
  Link2,
  Store,
  Truck,
  UserRound,
  Warehouse,
  type LucideIcon,
} from 'lucide-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';

const SITES: Record<string, LucideIcon> = { shop: Store, warehouse: Warehouse, factory: Factory };
const OTHERS: Record<HolderView['kind'], LucideIcon> = {
  site: BadgeCheck,
  shipment: Truck,
  customer: UserRound,
  'factory-kept': Archive,
  'passed-on': Link2,
  settled: FileX2,
};

const PHASES: Record<HolderView['kind'], string> = {
  site: 'shop',
  shipment: 'transit',
  customer: 'ready',
  'factory-kept': 'factory',
  'passed-on': 'done',
  settled: 'done',
};

/** The tint of a holder; always beside a glyph and words. */
export function tintOf({ kind, site }: HolderView): string {
  return kind === 'site' && site?.kind !== 'shop' ? 'factory' : PHASES[kind];
}

/** Who holds it by glyph, word and place. */
export function Holder({ holder }: { holder: HolderView }) {
  const { t } = useTranslation('custody');
  const Glyph = (holder.kind === 'site' && SITES[holder.site?.kind ?? '']) || OTHERS[holder.kind];
  const way = useWay(holder);
  return (
    <span className={`holder gap-10 middle shrinks phase-${tintOf(holder)}`} data-holder={holder.kind}>
      <span className="holder-glyph grid centred">
        <Glyph size={16} aria-hidden />
      </span>
      <span className="stack gap-0 breaks">
        <bdi className="strong">{nameOf(holder, t)}</bdi>
        {way !== null && <span className="small muted">{way}</span>}
      </span>
    </span>
  );
}

/** From where to where a package goes. */
function useWay({ shipment }: HolderView): string | null {
  const { t } = useTranslation(['custody', 'values']);
  if (shipment === null) return null;
  const from = shipment.from?.name ?? '';
  return shipment.to === null
    ? t('holder.toClient', { from })
    : t('holder.way', { from, to: shipment.to.name });
}

/** A holder in words alone. */
export function nameOf({ kind, site, shipment, item }: HolderView, t: TFunction<'custody'>): string {
  switch (kind) {
    case 'site':
      return site?.name ?? '';
    case 'factory-kept':
      return t('holder.kept', { site: site?.name ?? '' });
    case 'shipment':
      return shipment?.tracking_no
        ? t('holder.package', { number: shipment.tracking_no })
        : t('holder.somePackage');
    case 'passed-on':
      return t('holder.passedOn', { number: item?.number ?? '' });
    case 'customer':
      return t('values:holder.customer');
    case 'settled':
      return t('values:holder.settled');
  }
}

/** Since when, and by whom: a worker first, with the bench's account behind. */
export function Since({ span }: { span: CustodySpanView }) {
  const { t } = useTranslation('custody');
  const format = useStaffFormat();
  const account = ACTORS.includes(span.actor) ? t(`actor.${span.actor}`) : span.actor;
  const people = span.worker === null ? account : `${span.worker} (${account})`;
  return (
    <span className="small muted since">
      <time dateTime={span.since} title={span.since}>
        {format.dateTime(span.since)}
      </time>
      {people !== '' && (
        <>
          {' · '}
          <bdi>{people}</bdi>
        </>
      )}
    </span>
  );
}

const ACTORS = ['system', 'customer'];
