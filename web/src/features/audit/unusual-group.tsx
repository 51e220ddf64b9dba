import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { REVIEW_STATES } from '@atelier/domain/audit/review/events.ts';
import { UnusualRow } from './unusual-row.tsx';
import { type UnusualGroup, stateOf } from './unusual-groups.ts';
import { columnsOf, isSunday } from './day-axis.tsx';
import { useMoments } from './use-moments.ts';

interface RuleGroupProps {
  readonly group: UnusualGroup;
  /** The days of all rules: one axis. */
  readonly days: readonly string[];
}

/** One rule with what it names: the days, the states, and the events once it is opened. */
export function RuleGroup({ group, days }: RuleGroupProps) {
  const { t } = useTranslation('audit');
  const [isOpen, setOpen] = useState(false);
  const { rule, entries } = group;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="unusual-group" data-testid={`unusual-${rule}`}>
      <button
        type="button"
        className="unusual-head grid middle fills pad-8 text-start"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Arrow size={16} aria-hidden className={isOpen ? undefined : 'flips'} />
        <span className="strong">{t(`rule.${rule}`)}</span>
        <Days group={group} days={days} />
        <States group={group} />
      </button>
      {isOpen && (
        <ul className="list">
          {entries.map((entry) => (
            <UnusualRow key={entry.position} entry={entry} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A dot for each day with events; filled while one of them is open. Every rule has the same axis. */
function Days({ group: { entries }, days }: RuleGroupProps) {
  const { dayOf } = useMoments();
  const openDays = new Set<string>();
  const allDays = new Set<string>();
  for (const entry of entries) {
    allDays.add(dayOf(entry.at));
    if (stateOf(entry) === 'open') openDays.add(dayOf(entry.at));
  }
  return (
    <span className="unusual-days line-below" style={columnsOf(days)} aria-hidden>
      {days.map((day) => (
        <span key={day} data-sunday={isSunday(day) || undefined}>
          {allDays.has(day) && <i data-open={openDays.has(day) || undefined} />}
        </span>
      ))}
    </span>
  );
}

function States({ group: { states } }: { group: UnusualGroup }) {
  const { t } = useTranslation('audit');
  const { number } = useStaffFormat();
  return (
    <span className="unusual-states flex wrap gap-6">
      {REVIEW_STATES.filter((state) => states[state] > 0).map((state) => (
        <span key={state} className="review-state self-start size-s nowrap" data-state={state}>
          {t(`review.${state}`)} {number(states[state])}
        </span>
      ))}
    </span>
  );
}
