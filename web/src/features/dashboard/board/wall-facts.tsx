import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AgeBadge, type Urgency } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { screenNow } from '../../../lib/time/screen-clock.ts';
import { useCountOf } from '../../../live/rows.ts';
import { useAgeClock } from '../../../shared/item/minute-clock.ts';
import { ageOf, urgencyOf } from '../../../shared/item/urgency.ts';
import { boardTotal } from './board-state.ts';
import { useOldest } from './lane-query.ts';

interface WallFactsProps {
  readonly columns: readonly BoardColumn[];
  readonly lanes: ReadonlyMap<number, readonly number[]>;
}

const SHOWN = ['over', 'late', 'due'] as const satisfies readonly Urgency[];

/** The floor in one line: how many pieces, how many of them past or near their target, on hold, and which waits longest. */
export function WallFacts({ columns, lanes }: WallFactsProps) {
  const { t } = useTranslation('dashboard');
  const ids = useMemo(() => [...lanes.values()].flat(), [lanes]);
  const { pieces, isRead } = boardTotal(columns, lanes);
  return (
    <div className="wall-facts flex middle muted num" data-testid="wall-facts">
      <span>{t('board.pieces', { count: pieces })}</span>
      {isRead && (
        <>
          {SHOWN.map((urgency) => (
            <UrgencyFact key={urgency} ids={ids} urgency={urgency} />
          ))}
          <HeldFact ids={ids} />
          <OldestFact ids={ids} />
        </>
      )}
    </div>
  );
}

function UrgencyFact({ ids, urgency }: { ids: readonly number[]; urgency: (typeof SHOWN)[number] }) {
  const { t } = useTranslation('dashboard');
  const { number } = useStaffFormat();
  const clock = useAgeClock();
  const isSo = useCallback(
    (item: ItemView) => urgencyOf(item, Math.max(clock, screenNow())) === urgency,
    [clock, urgency],
  );
  const count = useCountOf('item', ids, isSo);
  if (count === 0) return null;
  return (
    <span data-testid={`wall-${urgency}`}>
      <AgeBadge urgency={urgency}>{number(count)}</AgeBadge>
      {t(`board.fact.${urgency}`)}
    </span>
  );
}

const isHeld = (item: ItemView): boolean => item.holds.length > 0;

function HeldFact({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('dashboard');
  const { number } = useStaffFormat();
  const count = useCountOf('item', ids, isHeld);
  if (count === 0) return null;
  return (
    <span data-testid="wall-held">
      <i className="wall-hatch" aria-hidden />
      <b>{number(count)}</b>
      {t('board.fact.held')}
    </span>
  );
}

/** Which piece's clock has run longest on its stage. */
function OldestFact({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation(['dashboard', 'status']);
  const { age } = useStaffFormat();
  useAgeClock();
  const item = useOldest(ids);
  if (item === undefined) return null;
  return (
    <span className="wall-oldest clip" data-testid="wall-oldest">
      {t('dashboard:board.fact.oldest')}
      <bdi>
        <b>{item.number}</b>
      </bdi>
      {t('dashboard:board.fact.since', {
        age: age(ageOf(item, screenNow())),
        stage: t(`status:name.${item.rma_status_id}`),
      })}
    </span>
  );
}
