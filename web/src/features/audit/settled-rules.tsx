import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { RuleGroup } from './unusual-group.tsx';
import type { UnusualGroup } from './unusual-groups.ts';

interface SettledRulesProps {
  readonly groups: readonly UnusualGroup[];
  readonly days: readonly string[];
}

/** Rules whose events are all explained: one line, and their rows once they are asked for. */
export function SettledRules({ groups, days }: SettledRulesProps) {
  const { t } = useTranslation('audit');
  const { number } = useStaffFormat();
  const [isShown, show] = useState(false);
  if (groups.length === 0) return null;
  return (
    <>
      <p className="unusual-settled row wrap gap-8 pad-8 small" data-testid="unusual-settled">
        <span className="muted">{t('unusual.settled')}</span>
        {groups.map(({ rule, entries }) => (
          <span key={rule} className="row gap-6">
            {t(`rule.${rule}`)}
            <span className="review-state size-s nowrap" data-state="explained">
              <Check size={12} aria-hidden /> {number(entries.length)}
            </span>
          </span>
        ))}
        <Button variant="quiet" onClick={() => show(!isShown)} testId="unusual-settled-show">
          {t(isShown ? 'unusual.hide' : 'unusual.show')}
        </Button>
      </p>
      {isShown && (
        <ul className="list">
          {groups.map((group) => (
            <RuleGroup key={group.rule} group={group} days={days} />
          ))}
        </ul>
      )}
    </>
  );
}
