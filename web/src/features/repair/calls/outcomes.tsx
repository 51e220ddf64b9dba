import type { CallOutcome } from '@atelier/domain/repair/remarks/call-outcomes.ts';
import { LEFT_MESSAGE_DAYS, NO_ANSWER_DAYS } from '@atelier/domain/repair/remarks/calls.ts';
import type { CallClient, CallListView } from '@atelier/contracts/repair/call-list-schema.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, CircleX, Package, PhoneMissed, Store, Voicemail } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '@atelier/ui/class-names.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Kbd } from '@atelier/ui/controls/menu.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { sitesQuery } from '../../../shared/queries/sites.ts';
import { type CallState, daysFrom, OUTCOME_KEYS } from './use-call.ts';
import { Shortcut } from '../../../shared/keys/shortcut.tsx';

const GLYPHS: Readonly<Record<CallOutcome, typeof Package>> = {
  will_come: CalendarCheck,
  no_answer: PhoneMissed,
  left_message: Voicemail,
  send: Package,
  other_shop: Store,
  wrong_number: CircleX,
};
const DAYS: Partial<Record<CallOutcome, number>> = {
  no_answer: NO_ANSWER_DAYS,
  left_message: LEFT_MESSAGE_DAYS,
};
const NOTE_CHARACTERS = 500;

export interface OutcomesProps {
  client: CallClient;
  list: CallListView;
  call: CallState;
  note: Ref<HTMLInputElement>;
  onLog: () => void;
}

/** How the call ended: one key, a day for who will come, a note, and on to the next client. */
export function Outcomes({ client, list, call, note, onLog }: OutcomesProps) {
  const { t } = useTranslation('calls');
  return (
    <section className="call-end">
      <h3>{t('how')}</h3>
      <div className="outs" role="radiogroup" aria-label={t('how')}>
        {OUTCOME_KEYS.map((outcome, index) => (
          <Outcome key={outcome} outcome={outcome} place={index + 1} client={client} call={call} />
        ))}
      </div>
      <div className="call-foot">
        {call.outcome === 'will_come' && <Days today={list.today} call={call} />}
        {call.outcome === 'will_come' && <Time list={list} call={call} />}
        {call.outcome === 'other_shop' && <Shops call={call} />}
        <TextField
          label={t('note')}
          hideLabel
          placeholder={t('note')}
          value={call.note}
          maxLength={NOTE_CHARACTERS}
          ref={note}
          onChange={(event) => call.setNote(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && onLog()}
          className="call-note"
          testId="call-note"
        />
        <Button
          variant="primary"
          size="large"
          busy={call.isBusy}
          onClick={onLog}
          iconAfter={<Shortcut of="calls.log" />}
          testId="call-log"
        >
          {t('log')}
        </Button>
      </div>
      {call.isUnchosen && (
        <p className="field-error" role="alert" data-testid="call-unchosen">
          {t(call.outcome === 'other_shop' ? 'chooseShop' : 'choose')}
        </p>
      )}
      {call.isFull && (
        <p className="field-error" role="alert" data-testid="call-full">
          {t('full')}
        </p>
      )}
    </section>
  );
}

interface OutcomeProps extends Pick<OutcomesProps, 'client' | 'call'> {
  outcome: CallOutcome;
  place: number;
}

function Outcome({ outcome, place, client, call }: OutcomeProps) {
  const { t } = useTranslation('calls');
  const format = useStaffFormat();
  const Glyph = GLYPHS[outcome];
  const isOn = call.outcome === outcome;
  const days = format.ageLong((DAYS[outcome] ?? 0) * DAY_MS);
  const hint = outcome === 'wrong_number' && client.email === '' ? 'wrong_number_none' : outcome;
  return (
    <button
      type="button"
      role="radio"
      aria-checked={isOn}
      data-keys-through="enter"
      className={classNames('out', isOn && 'on')}
      onClick={() => call.choose(outcome)}
      data-testid={`outcome-${outcome}`}
    >
      <Kbd>{place}</Kbd>
      <Glyph size={22} aria-hidden />
      <b>{t(`outcome.${outcome}`)}</b>
      <span>{t(`hint.${hint}`, { days })}</span>
    </button>
  );
}

function Days({ today, call }: { today: string; call: CallState }) {
  const { t, i18n } = useTranslation('calls');
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
  const { number } = useStaffFormat();
  return (
    <div className="call-days" role="radiogroup" aria-label={t('day')}>
      {daysFrom(today).map((day) => (
        <button
          key={day}
          type="button"
          role="radio"
          aria-checked={day === call.day}
          data-keys-through="enter"
          className={classNames('call-day', day === call.day && 'on')}
          onClick={() => call.setDay(day)}
          data-testid={`day-${day}`}
        >
          <small>{weekday.format(new Date(day))}</small>
          <span className="num">{number(Number(day.slice(8)))}</span>
        </button>
      ))}
    </div>
  );
}

/** The time of the day, where one was agreed; none on a day on which the shop is closed. */
function Time({ list, call }: Pick<OutcomesProps, 'list' | 'call'>) {
  const { t } = useTranslation('calls');
  const slots = list.days.find(({ day }) => day === call.day)?.slots ?? [];
  if (slots.length === 0) return null;
  return (
    <Select
      label={t('time')}
      placeholder={t('anyTime')}
      options={slots.map(({ from, to }) => ({ value: `${from} ${to}`, label: `${from}–${to}` }))}
      value={call.time}
      onChange={(event) => call.setTime(event.target.value)}
      testId="call-time"
    />
  );
}

/** The other shops of the country. */
function Shops({ call }: { call: CallState }) {
  const { t } = useTranslation('calls');
  const shops = useOtherShops();
  return (
    <Select
      label={t('shop')}
      placeholder={t('whichShop')}
      options={shops.map(({ id, name }) => ({ value: id, label: name }))}
      value={call.shopId ?? ''}
      onChange={(event) => call.setShop(event.target.value === '' ? null : Number(event.target.value))}
      testId="call-shop"
    />
  );
}

function useOtherShops() {
  const own = useSession().view.site?.id;
  const sites = useQuery(sitesQuery()).data?.data ?? [];
  const country = sites.find(({ id }) => id === own)?.country_code;
  return sites.filter((site) => site.kind === 'shop' && site.id !== own && site.country_code === country);
}
