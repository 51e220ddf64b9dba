import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { AgeBadge, type Urgency } from '@atelier/ui/feedback/tag.tsx';
import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { screenNow } from '../../lib/time/screen-clock.ts';
import { useAgeClock } from '../item/minute-clock.ts';
import { nearnessOf } from './nearness.ts';

const SHAPES = { on: 'ok', near: 'due', late: 'over' } as const satisfies Record<string, Urgency>;

interface Dated {
  item: Pick<ItemView, 'expected'>;
}

/** The latest day on which a piece is expected: a shape and words beside it once it is near or has passed. */
export function ExpectedCell({ item }: Dated) {
  const { t } = useTranslation('expected');
  const { dayShort } = useStaffFormat();
  useAgeClock();
  if (item.expected === null) return <span className="faint">–</span>;
  const state = nearnessOf(item.expected, screenNow()) ?? 'on';
  const day = dayShort(item.expected.latest);
  return (
    <AgeBadge urgency={SHAPES[state]} label={t(state, { day })} testId="expected">
      {day}
    </AgeBadge>
  );
}

/**
 * On a card: nothing while the day is far; a calendar and the day once it is near or has passed. `brief`: the calendar alone,
 * beside a number that must not be cut; the words are read aloud.
 */
export function ExpectedMark({ item, brief = false }: Dated & { brief?: boolean }) {
  const { t } = useTranslation('expected');
  const { dayShort } = useStaffFormat();
  useAgeClock();
  const state = nearnessOf(item.expected, screenNow());
  if (item.expected === null || state === null) return null;
  const day = dayShort(item.expected.latest);
  return (
    <AgeBadge urgency={SHAPES[state]} label={t(state, { day })} testId="expected-mark">
      <CalendarClock size="1em" aria-hidden style={{ verticalAlign: '-0.15em' }} /> {!brief && day}
    </AgeBadge>
  );
}
