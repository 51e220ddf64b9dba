import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ButtonLink } from '../../shared/item/button-link.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { replayOf } from './replay-address.ts';
import { useFaultWords, type Fault } from './use-fault-words.ts';
import { FaultSentence, FaultValues } from './verify-fault.tsx';
import { useVerifications, useVerify, type LogVerificationView } from './verify-queries.ts';
import { Compared } from './verify-row.tsx';

/** What the newest verification says of the log: on the auditor's home, whatever else is shown there. */
export function VerdictCard({ children }: { children?: ReactNode }) {
  const query = useVerifications();
  const newest = query.data?.data.find(({ state }) => state === 'done');
  if (query.data === undefined) return null;
  return newest !== undefined && newest.fault_count > 0 ? (
    <BrokenCard found={newest}>{children}</BrokenCard>
  ) : (
    <SoundCard found={newest}>{children}</SoundCard>
  );
}

interface CardProps {
  found: LogVerificationView;
  children: ReactNode;
}

function SoundCard({ found, children }: { found: LogVerificationView | undefined; children: ReactNode }) {
  const { t } = useTranslation('verification');
  const Icon = found === undefined ? ShieldQuestion : ShieldCheck;
  return (
    <section className="verdict" data-testid="verdict" data-tone={found === undefined ? 'none' : 'good'}>
      <Icon size={28} aria-hidden />
      <div className="stack verdict-words">
        <h2>{found === undefined ? t('none') : t('sound')}</h2>
        <div className="verdict-facts">
          {found !== undefined && <VerifiedBy found={found} />}
          {found?.verified && <Witnessed verified={found.verified} />}
          {children}
        </div>
        <SoundRuns />
      </div>
      <VerifyButton label={t('start')} />
    </section>
  );
}

const RUNS_SHOWN = 30;

/** The verifications before it at a glance; nothing until there are two, or while one of them found a fault. */
function SoundRuns() {
  const { t } = useTranslation('verification');
  const done = (useVerifications().data?.data ?? []).filter(({ state }) => state === 'done');
  const shown = done.slice(0, RUNS_SHOWN);
  if (shown.length < 2 || shown.some(({ fault_count: faults }) => faults > 0)) return null;
  return (
    <p className="row gap-10 small muted" data-testid="verdict-runs">
      <span className="verdict-runs" aria-hidden>
        {shown.map(({ id }) => (
          <i key={id} />
        ))}
      </span>
      {t('soundRuns', { count: shown.length })}
    </p>
  );
}

/** What was compared beside the events, and whether a witness has signed. */
function Witnessed({ verified }: { verified: NonNullable<LogVerificationView['verified']> }) {
  const { t } = useTranslation('verification');
  return (
    <p className="small" data-testid="verdict-witnesses">
      {verified.cosignatures === 0 && `${t('noWitness')} · `}
      <Compared verified={verified} />
    </p>
  );
}

/** How much was verified, when and for whom. */
function VerifiedBy({ found }: { found: LogVerificationView }) {
  const { t } = useTranslation('verification');
  const { number, dateTime } = useStaffFormat();
  return (
    <p className="small">
      {found.fault_count > 0 && `${t('faults', { number: number(found.fault_count) })} · `}
      {t('part.events', { number: number(found.verified?.events ?? 0) })}
      {' · '}
      {t('endedAt', { at: dateTime(found.ended_at ?? found.requested_at) })}
      {found.requested_by !== '' && (
        <>
          {' · '}
          <bdi>{found.requested_by}</bdi>
        </>
      )}
    </p>
  );
}

function BrokenCard({ found, children }: CardProps) {
  const { t } = useTranslation('verification');
  // A fault that belongs to one record says more than one of the whole tree.
  const first = found.faults.find(({ stream }) => stream !== null) ?? found.faults[0];
  return (
    <section className="verdict" role="alert" data-testid="verdict" data-tone="bad">
      <ShieldAlert size={28} aria-hidden />
      <div className="stack verdict-words">
        <h2>{t('notWhole')}</h2>
        <VerifiedBy found={found} />
        <div className="verdict-parts">
          {first !== undefined && <FirstFault fault={first} />}
          <WhatToDo />
        </div>
        {children}
        <div className="row wrap">
          {first !== undefined && <ReplayLink fault={first} />}
          <ButtonLink to="/system/audit?view=verify" testId="verdict-all">
            {t('every')}
          </ButtonLink>
          <VerifyButton label={t('again')} />
        </div>
      </div>
    </section>
  );
}

function FirstFault({ fault }: { fault: Fault }) {
  const words = useFaultWords();
  const parts = [words.title(fault), words.record(fault), fault.field && words.field(fault.field)];
  return (
    <div className="stack" data-testid="verdict-first">
      <h3>
        <bdi>{parts.filter(Boolean).join(' · ')}</bdi>
      </h3>
      <FaultValues fault={fault} />
      <FaultSentence fault={fault} />
    </div>
  );
}

function WhatToDo() {
  const { t } = useTranslation('verification');
  return (
    <div className="stack">
      <h3>{t('todoTitle')}</h3>
      <p>{t('todo')}</p>
    </div>
  );
}

function ReplayLink({ fault }: { fault: Fault }) {
  const { t } = useTranslation('verification');
  const address = replayOf(fault);
  if (address === null) return null;
  return (
    <ButtonLink to={address} isMain testId="verdict-replay">
      {t('replay', { name: fault.subject ?? fault.stream })}
    </ButtonLink>
  );
}

function VerifyButton({ label }: { label: string }) {
  const query = useVerifications();
  const verify = useVerify();
  const isRunning = query.data?.data.some(({ state }) => state === 'running') ?? false;
  return (
    <Button
      icon={<ShieldCheck size={16} aria-hidden />}
      busy={verify.isPending || isRunning}
      onClick={() => verify.mutate(undefined)}
      testId="verify-start"
    >
      {label}
    </Button>
  );
}
