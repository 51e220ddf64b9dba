import type { CallClient, CallListView } from '@atelier/contracts/repair/call-list-schema.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useFormat } from '@atelier/ui/text/format.ts';
import { useLanguageName } from '../../../shared/language/language-name.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { screenNow } from '../../../lib/time/screen-clock.ts';
import { useAgeClock } from '../../../shared/item/minute-clock.ts';
import { AgeCell, Kept, PieceName } from '../../../shared/item/piece-cells.tsx';
import { useScanOpens } from '../../../shared/item/use-scan-opens.ts';
import { useNamedKeys } from '../../../shared/keys/use-named-keys.ts';
import { CollectionLine } from '../../../shared/collection/collection-line.tsx';
import { DialBar } from './dial-bar.tsx';
import { moneyOpen } from './money-open.ts';
import { Outcomes } from './outcomes.tsx';
import { zoneOfPhone } from './phone-zone.ts';
import { OUTCOME_KEYS, useCall } from './use-call.ts';
import { WhatToSay } from './what-to-say.tsx';

export interface CallCardProps {
  client: CallClient;
  list: CallListView;
  /** To the client so many lines further. */
  onMove: (by: number) => void;
  onLogged: () => void;
}

/** One client: number, words, facts, and how the call ended. Space dials, 1 to 6 choose, Enter logs. */
export function CallCard({ client, list, onMove, onLogged }: CallCardProps) {
  const { i18n } = useTranslation('calls');
  const link = useRef<HTMLAnchorElement>(null);
  const mail = useRef<HTMLAnchorElement>(null);
  const note = useRef<HTMLInputElement>(null);
  const call = useCall(client, list.today, onLogged);
  const forward = i18n.dir() === 'rtl' ? -1 : 1;
  const log = () => {
    if (call.outcome === 'wrong_number') mail.current?.click();
    void call.log();
  };
  const opens = useScanOpens();
  useWedge({
    onScan: opens,
    onKey: (key) => {
      const outcome = OUTCOME_KEYS[Number(key) - 1];
      if (outcome !== undefined) call.choose(outcome);
      if (key.toLowerCase() === 'n') note.current?.focus();
    },
  });
  useNamedKeys({
    ' ': () => link.current?.click(),
    Enter: log,
    ArrowDown: () => onMove(1),
    ArrowUp: () => onMove(-1),
    ArrowRight: () => call.moveDay(forward),
    ArrowLeft: () => call.moveDay(-forward),
  });
  return (
    <Panel className="call-card" testId="call-card">
      <Who client={client} timeZone={list.time_zone} />
      <DialBar client={client} link={link} />
      <WhatToSay client={client} />
      <Facts client={client} />
      <Outcomes client={client} list={list} call={call} note={note} onLog={log} />
      {client.email !== '' && (
        <a ref={mail} href={`mailto:${client.email}`} hidden tabIndex={-1} aria-hidden>
          {client.email}
        </a>
      )}
    </Panel>
  );
}

function Who({ client, timeZone }: { client: CallClient; timeZone: string }) {
  const { t } = useTranslation('calls');
  const format = useStaffFormat();
  const languageName = useLanguageName();
  const zone = zoneOfPhone(client.phone_code);
  const there = useFormat(zone ?? timeZone);
  useAgeClock();
  const time = there.time(new Date(screenNow()));
  const [piece] = client.items;
  const words = [
    languageName(client.language),
    t(zone === null ? 'shopTime' : 'local', { time }),
    client.calls === 0 ? t('first') : t('nth', { number: format.number(client.calls + 1) }),
    client.last_reached_at === null
      ? t('neverReached')
      : t('reached', { day: format.day(client.last_reached_at) }),
    ...(client.agreed_on === null ? [] : [t('agreed', { day: format.day(client.agreed_on) })]),
  ];
  return (
    <header className="call-head">
      <div className="shrinks">
        <h2 data-testid="call-name">
          <bdi>{client.fullname}</bdi>
        </h2>
        <p className="muted">{words.join(' · ')}</p>
      </div>
      {piece !== undefined && <AgeCell item={piece} />}
    </header>
  );
}

function Facts({ client }: { client: CallClient }) {
  const { t } = useTranslation('calls');
  const format = useStaffFormat();
  const open = moneyOpen(client.items, format);
  return (
    <dl className="call-facts">
      <div>
        <dt className="small muted">{t('terms:field.product')}</dt>
        {client.items.map((item) => (
          <dd key={item.id}>
            <b>
              <PieceName item={item} />
            </b>
            <bdi className="small muted num">{item.number}</bdi>
            {item.storage !== null && <Kept place={item.storage} />}
            <CollectionLine item={item} />
          </dd>
        ))}
      </div>
      <div>
        <dt className="small muted">{t('fact.where')}</dt>
        <dd>
          <b>{format.day(client.since)}</b>
        </dd>
      </div>
      <div>
        <dt className="small muted">{t('fact.pay')}</dt>
        <dd>
          <b data-testid="call-open">{open === '' ? t('fact.nothing') : open}</b>
        </dd>
      </div>
      <div>
        <dt className="small muted">{t('fact.bring')}</dt>
        <dd>
          <b>{t('fact.receipt')}</b>
          <span className="small muted">{t('fact.code')}</span>
        </dd>
      </div>
    </dl>
  );
}
