import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePermission } from '../../../lib/session/use-session.ts';
import { ButtonLink } from '../../../shared/item/button-link.tsx';
import { PLACES, type HealthKind } from './health-places.ts';
import type { HealthLine } from './queries.ts';
import { Ticks } from './ticks.tsx';

export interface HealthEntry {
  readonly what: HealthKind;
  readonly standing: HealthLine['standing'];
  readonly title: string;
  readonly more: string;
  readonly days: HealthLine['days'];
}

/** One sentence with its fact, thirty days, and the way to it. */
export function HealthRow({ entry }: { entry: HealthEntry }) {
  const { what, standing, days } = entry;
  return (
    <li className="health-row" data-testid={`health-${what}`} data-standing={standing}>
      <HealthText entry={entry} />
      <Ticks days={days} />
      <Way what={what} />
    </li>
  );
}

function Way({ what }: { what: HealthKind }) {
  const { t } = useTranslation('health');
  const { to, permission } = PLACES[what];
  const mayOpen = usePermission(permission);
  return mayOpen ? (
    <Link className="link" to={to} aria-describedby={`health-${what}`}>
      {t('action.open')}
    </Link>
  ) : (
    <span />
  );
}

/** A sentence that needs a person, with its one button. */
export function NeedRow({ entry, isFirst }: { entry: HealthEntry; isFirst: boolean }) {
  const { t } = useTranslation('health');
  const { what, standing } = entry;
  const { to, permission, act } = PLACES[what];
  const mayOpen = usePermission(permission);
  return (
    <li className="need-row" data-testid={`health-${what}`} data-standing={standing}>
      <HealthText entry={entry} />
      {mayOpen && (
        <ButtonLink to={to} isMain={isFirst}>
          {t(`action.${act ?? 'open'}`)}
        </ButtonLink>
      )}
    </li>
  );
}

function HealthText({ entry: { what, title, more } }: { entry: HealthEntry }) {
  const Icon = PLACES[what].icon;
  return (
    <>
      <Icon size={18} aria-hidden className="health-icon" />
      <span className="stack gap-2 breaks">
        <span className="health-title strong" id={`health-${what}`}>
          {title}
        </span>
        <span className="small muted">{more}</span>
      </span>
    </>
  );
}
