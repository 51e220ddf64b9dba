import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import { PieceImage } from './piece-image.tsx';
import { type Formats, useFormat } from '@atelier/ui/text/format.ts';
import type { TFunction } from 'i18next';
import { AgeBadge } from '@atelier/ui/feedback/tag.tsx';
import { PhaseBar, PhaseTag } from './phase-tag.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { screenNow } from '../../lib/time/screen-clock.ts';
import { useAgeClock } from './minute-clock.ts';
import { phaseOf, stepOf } from './stage.ts';
import { ageOf, isPastDue, urgencyOf, type Aged } from './urgency.ts';
import { usePlaceWords } from '../storage/use-place-words.ts';
import './piece-cells.css';

type Piece = Pick<ItemView, 'number' | 'product_name' | 'product_size' | 'product_kind' | 'product_image'> &
  Partial<Pick<ItemView, 'storage' | 'collection' | 'pickup'>>;

/** Name and size of a piece on one line. */
export function PieceName({ item }: { item: Pick<Piece, 'product_name' | 'product_size'> }) {
  const { t } = useTranslation('piece');
  if (item.product_size === '') return <bdi>{item.product_name}</bdi>;
  return <bdi>{t('sized', { name: item.product_name, size: item.product_size })}</bdi>;
}

/** Picture, number and name, and where the shop keeps it: how a piece looks in every list. */
export function PieceCell({ item, size = 38 }: { item: Piece; size?: number }) {
  return (
    <div className="piece row gap-12">
      <PieceImage kind={item.product_kind} src={item.product_image} size={size} />
      <div className="shrinks">
        <div className="strong clip">
          <bdi>{item.number}</bdi>
          {item.storage != null && <Kept place={item.storage} />}
          <Wish item={item} />
        </div>
        <div className="small muted clip">
          <PieceName item={item} />
        </div>
      </div>
    </div>
  );
}

/** How and when its client gets it back, where that was decided; the whole sentence stands in its detail. */
function Wish({ item: { collection, pickup } }: { item: Piece }) {
  const { t } = useTranslation('piece');
  // A calendar day of the shop, whatever the reader's zone.
  const { day } = useFormat('UTC');
  const words = [
    ...(collection == null ? [] : [t(`wish.${collection.kind}`, { shop: collection.shop_name })]),
    ...(pickup == null ? [] : [t('wish.comes', { day: day(pickup.day), time: pickup.from })]),
  ];
  return words.length === 0 ? null : (
    <span className="piece-kept small accent" data-testid="piece-wish">
      {words.map((part) => (
        <bdi key={part}>{part}</bdi>
      ))}
    </span>
  );
}

/** Where the shop keeps a piece, beside its number. */
export function Kept({ place }: { place: NonNullable<ItemView['storage']> }) {
  return (
    <span className="piece-kept small accent">
      {usePlaceWords()(place).map((part) => (
        <bdi key={part}>{part}</bdi>
      ))}
    </span>
  );
}

/** Where a piece stands: phase by glyph, word and tint, and its place on the six-part way. */
export function StageCell({ status, bar = true }: { status: number; bar?: boolean }) {
  const { t } = useTranslation(['piece', 'status']);
  const phase = phaseOf(status);
  const step = stepOf(status);
  return (
    <span className="phase-cell" data-status={status}>
      <PhaseTag phase={phase}>{t(`status:name.${status}`)}</PhaseTag>
      {bar && <PhaseBar value={step} phase={phase} label={t('step', { step })} />}
    </span>
  );
}

/** Since when a stage's clock stands, and for whom the piece waits; null while it runs. */
export function pausedWords(
  { stage_clock: clock }: Pick<Aged, 'stage_clock'>,
  t: TFunction<'piece'>,
  format: Pick<Formats, 'dateTime'>,
): string | null {
  if (clock?.paused_since == null || clock.waits_for === null) return null;
  return t(`piece:paused.${clock.waits_for}`, { since: format.dateTime(clock.paused_since) });
}

/** How long a piece has stood where it stands, by shape and colour; it changes at the moment it falls due. */
export function AgeCell({ item, testId }: { item: Aged & { rma_status_id?: number }; testId?: string }) {
  const { t } = useTranslation('piece');
  const format = useStaffFormat();
  useAgeClock();
  // A collected, closed or cancelled piece waits for no one: the day it ended, without a badge.
  if (item.rma_status_id !== undefined && phaseOf(item.rma_status_id) === 'done')
    return <span className="small faint num">{format.date(item.status_entered_at)}</span>;
  const now = screenNow();
  const age = ageOf(item, now);
  const waiting = t(isPastDue(item, now) ? 'overdue' : 'waiting', { age: format.ageLong(age) });
  const paused = pausedWords(item, t, format);
  const words = paused === null ? waiting : `${waiting} · ${paused}`;
  return (
    <AgeBadge urgency={urgencyOf(item, now)} label={words} {...(testId !== undefined && { testId })}>
      {paused !== null && <span className="age-paused">‖ </span>}
      {format.age(age)}
    </AgeBadge>
  );
}
