import type { CallOutcome } from '@atelier/domain/repair/remarks/call-outcomes.ts';
import { resultOf } from '@atelier/domain/repair/remarks/calls.ts';
import { addDays } from '@atelier/domain/calendar.ts';
import type { CallClient, CallListView } from '@atelier/contracts/repair/call-list-schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { CALLS_KEY, callListQuery } from '../../../shared/queries/call-list.ts';

/** The keys 1 to 6. */
export const OUTCOME_KEYS: readonly CallOutcome[] = [
  'will_come',
  'no_answer',
  'left_message',
  'send',
  'other_shop',
  'wrong_number',
];

const DAYS_OFFERED = 6;

/** Today and the days after it, on the shop's calendar. */
export const daysFrom = (today: string): readonly string[] =>
  Array.from({ length: DAYS_OFFERED }, (_, index) => addDays(today, index));

/** The list without a client whose call was logged. */
export function withoutClient(list: CallListView, itemId: number): CallListView {
  const clients = list.clients.filter(({ item_id: id }) => id !== itemId);
  const isHeld = clients.length < list.clients.length;
  const added = isHeld ? 1 : 0;
  return { ...list, clients, left_today: list.left_today + added, later: list.later + added };
}

interface Log {
  itemId: number;
  outcome: CallOutcome;
  day: string;
  note: string;
  hasEmail: boolean;
  /** `10:00 12:00`; '' = the day alone. */
  time: string;
  shopId: number | null;
  /** The time is full, and the shop takes one client more. */
  overbook: boolean;
}

function bodyOf({ itemId, outcome, day, note, hasEmail, time, shopId, overbook }: Log) {
  const [from = '', to = ''] = time.split(' ');
  return {
    rma_item_id: itemId,
    result: resultOf(outcome, hasEmail),
    note,
    outcome,
    ...(outcome === 'will_come' && { comes_on: day }),
    ...(outcome === 'will_come' && time !== '' && { comes_at: { from, to }, ...(overbook && { overbook }) }),
    ...(outcome === 'other_shop' && shopId !== null && { shop_id: shopId }),
  };
}

/** What is chosen for one client, and its log: one entry for each piece of theirs, then the next client. */
export function useCall(client: CallClient, today: string, onLogged: () => void) {
  const { t } = useTranslation('calls');
  const cache = useQueryClient();
  const [outcome, setOutcome] = useState<CallOutcome | null>(null);
  const [day, setDay] = useState(addDays(today, 1));
  const [note, setNote] = useState('');
  const [isUnchosen, setUnchosen] = useState(false);
  const [time, setTime] = useState('');
  const [shopId, setShop] = useState<number | null>(null);
  const [isFull, setFull] = useState(false);
  const entry = useCommand((log: Log) => ({ path: '/add_after_sales', body: bodyOf(log) }), {
    quiet: ['pickup_full'],
  });
  const choose = (next: CallOutcome) => {
    setOutcome(next);
    setUnchosen(false);
    setFull(false);
  };
  const chooseTime = (next: string) => {
    setTime(next);
    setFull(false);
  };
  /** Another day has other times. */
  const chooseDay = (next: string) => {
    setDay(next);
    chooseTime('');
  };
  const chooseShop = (next: number | null) => {
    setShop(next);
    setUnchosen(false);
  };
  const log = async (): Promise<boolean> => {
    const isOpen = outcome === null || (outcome === 'other_shop' && shopId === null);
    if (isOpen) setUnchosen(true);
    if (isOpen || entry.isPending) return false;
    const shared = {
      outcome,
      day,
      note: note.trim(),
      hasEmail: client.email !== '',
      time,
      shopId,
      overbook: isFull,
    };
    try {
      for (const { id } of client.items) await entry.mutateAsync({ itemId: id, ...shared });
    } catch (error) {
      // The command says itself why it was refused; of a full time the form says that logging again books it all the same.
      if (error instanceof ApiError && error.code === 'pickup_full') setFull(true);
      return false;
    }
    notify({ tone: 'good', title: t('logged'), detail: client.fullname, id: 'call-logged' });
    cache.setQueryData(callListQuery().queryKey, (before) =>
      before === undefined ? before : { ...before, data: withoutClient(before.data, client.item_id) },
    );
    onLogged();
    void cache.invalidateQueries({ queryKey: CALLS_KEY });
    return true;
  };
  const moveDay = (by: number) => {
    if (outcome !== 'will_come') return;
    const days = daysFrom(today);
    const at = days.indexOf(day) + by;
    chooseDay(days[Math.max(0, Math.min(days.length - 1, at))] ?? day);
  };
  const place = { time, setTime: chooseTime, isFull, shopId, setShop: chooseShop };
  return {
    ...place,
    outcome,
    choose,
    day,
    setDay: chooseDay,
    moveDay,
    note,
    setNote,
    isUnchosen,
    isBusy: entry.isPending,
    log,
  };
}

export type CallState = ReturnType<typeof useCall>;
