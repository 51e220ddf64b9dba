import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';
import { ButtonLink } from '../../../shared/item/button-link.tsx';
import type { HealthLine } from './queries.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import {
  ArchiveRestore,
  Clock,
  Database,
  Eye,
  HardDriveUpload,
  KeyRound,
  Mail,
  ShieldCheck,
  Webhook,
  type LucideIcon,
} from 'lucide-react';

type HealthKind = HealthLine['what'] | 'jobs';

interface Place {
  readonly icon: LucideIcon;
  readonly to: string;
  readonly permission: PermissionName;
  /** What the button says where a person is needed; otherwise it opens the place. */
  readonly act?: 'verify' | 'newKey';
}

const JOBS = { to: '/operation/jobs', permission: 'view system config' } as const;
const LOG = { to: '/system/audit?view=verify', permission: 'audit replay' } as const;

/** Where each line leads, and who may go there. */
const PLACES: Readonly<Record<HealthKind, Place>> = {
  backup: { icon: HardDriveUpload, ...JOBS },
  restore: { icon: ArchiveRestore, ...JOBS },
  verification: { icon: ShieldCheck, ...LOG, act: 'verify' },
  witness: { icon: Eye, ...LOG },
  nav: { icon: Database, to: '/operation/nav', permission: 'logistic ship out' },
  mail: { icon: Mail, to: '/system/systemConfig?q=messages_on', permission: 'view system config' },
  webhook: { icon: Webhook, to: '/operation/manage-user?view=webhooks', permission: 'manage user' },
  key: { icon: KeyRound, to: '/operation/manage-user?view=keys', permission: 'manage user', act: 'newKey' },
  jobs: { icon: Clock, ...JOBS },
};

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

/** Thirty days side by side, the newest last; a day with a fault is taller, not only of another colour. */
function Ticks({ days }: { days: HealthLine['days'] }) {
  const { t } = useTranslation('health');
  const { number } = useStaffFormat();
  if (days.length === 0) return <span aria-hidden />;
  const bad = days.filter((day) => day === 'bad').length;
  const words = t('days', { well: number(days.length - bad), bad: number(bad) });
  return (
    <span className="health-ticks flex at-end gap-2" role="img" aria-label={words} title={words}>
      {days.map((day, index) => (
        <i key={index} data-day={day} />
      ))}
    </span>
  );
}
