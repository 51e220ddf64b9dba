import { localDay } from '@atelier/domain/calendar.ts';
import type { CreateRmaBody } from '@atelier/contracts/deposit/deposit-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type FieldPath, type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isUndecided, type ApiError } from '../../lib/api/api-error.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import type { FormRules } from './form-issues.ts';
import { emptyRma, type RmaValues } from './form-values.ts';
import { countriesQuery } from '../../shared/queries/countries.ts';
import { fetchAhead, loadSending } from './load-sending.ts';
import { isValidPhone, loadPhones } from './phone.ts';
import { resolverFor } from './resolver.ts';
import { useDraft } from './use-draft.ts';
import type { CreatedRma } from './queries.ts';

/** The shop's own day and currency, asked again each time: a form may stay open over midnight. */
export function useFormRules(): () => FormRules {
  const { site } = useSession().view;
  const currency = site?.currency ?? 'EUR';
  const timeZone = site?.time_zone ?? 'UTC';
  return useMemo(
    () => () => ({ today: localDay(new Date(serverNow()).toISOString(), timeZone), currency, isValidPhone }),
    [currency, timeZone],
  );
}

const SEND_AGAIN_MS = 5000;

/** The form, its draft, and how it is sent; `show` brings the first field with a message on the screen. */
export function useCreateForm(show: (form: UseFormReturn<RmaValues>) => void) {
  const { i18n } = useTranslation();
  const { site } = useSession().view;
  const rules = useFormRules();
  const resolver = useMemo(() => resolverFor(rules), [rules]);
  const start = useStart(site?.country_code ?? '', i18n.language);
  const form = useForm<RmaValues>({
    resolver,
    defaultValues: emptyRma(start),
    mode: 'onTouched',
    shouldFocusError: false,
  });
  useEffect(() => void Promise.all([loadPhones().catch(() => undefined), fetchAhead()]), []);
  useDialCode(form, start.dialCode);
  const draft = useDraft(form);
  const [created, setCreated] = useState<CreatedRma | null>(null);
  const focusFirst = useFocusOnFirstError();
  const focus = () => {
    show(form);
    focusFirst();
  };
  // A second press of the button may end its checks after the first was answered: one form is one deposit.
  const isSent = useRef(false);
  const send = useCommand((body: CreateRmaBody) => ({ path: '/rma', body }), {
    quiet: '*',
    onSuccess: (answer) => {
      draft.clear();
      setCreated(answer.data);
    },
    // First the words, then the focus on the first of them.
    onError: (error) => {
      isSent.current = false;
      void showServerIssues(form, error).finally(focus);
    },
  });
  const isWaiting = useSendWhenBack(send);
  const take = async (values: RmaValues) => {
    const { toBody } = await loadSending();
    if (isSent.current) return;
    isSent.current = true;
    send.mutate(toBody(values, rules()));
  };
  const submit = () => form.handleSubmit(take, focus)().catch(noticeError);
  const again = () => {
    isSent.current = false;
    setCreated(null);
    send.reset();
    draft.clear();
    form.reset(emptyRma(start));
  };
  return { form, draft, rules, created, send, isWaiting, submit, again, focus };
}

type Sending = ReturnType<typeof useCommand<'/rma', CreateRmaBody>>;

/** Sends again under the same key while nothing was decided, every few seconds and when the connection is back; true while it waits. */
function useSendWhenBack({ error, variables, isPending, isPaused, mutate }: Sending): boolean {
  const isUnknown = error !== null && isUndecided(error) && !isPending;
  useEffect(() => {
    if (!isUnknown || variables === undefined) return undefined;
    const again = () => mutate(variables);
    const timer = globalThis.setTimeout(again, SEND_AGAIN_MS);
    globalThis.addEventListener('online', again);
    return () => {
      globalThis.clearTimeout(timer);
      globalThis.removeEventListener('online', again);
    };
  }, [isUnknown, variables, mutate]);
  // Where the browser knows that it is offline, the command itself waits.
  return isUnknown || isPaused;
}

/** A new form begins where the shop stands: its country, that country's dial code, the clerk's language. */
function useStart(country: string, language: string) {
  const countries = useQuery(countriesQuery()).data?.data;
  const dialCode = countries?.find(({ code }) => code === country)?.dial_code ?? '';
  return { country, dialCode, language };
}

const GOLD_FIELD = /^items\.(\d+)\.(gold_|sequence_)/;

/** Each refusal at its own field. */
export async function showServerIssues(form: UseFormReturn<RmaValues>, error: ApiError): Promise<void> {
  if (error.errors.length === 0) return;
  const { serverIssues } = await loadSending();
  for (const { path, code } of serverIssues(error.errors)) {
    // The catalogue may know a piece as gold that the form took for another: then its part has to be there.
    const index = GOLD_FIELD.exec(path)?.[1];
    if (index !== undefined) form.setValue(`items.${Number(index)}.is_gold`, true);
    form.setError(path as FieldPath<RmaValues>, { type: 'server', message: code });
  }
}

/** The shop's dial code comes with the countries, after the form: it fills an untouched field. */
function useDialCode(form: UseFormReturn<RmaValues>, dialCode: string): void {
  useEffect(() => {
    if (dialCode === '' || form.getValues('phone_code') !== '') return;
    // The countries may come before the fields are drawn, and only a registered field has a default that can be changed.
    form.register('phone_code');
    form.resetField('phone_code', { defaultValue: dialCode });
  }, [form, dialCode]);
}

/** After the errors are drawn, the first of them in reading order gets the focus. */
export function useFocusOnFirstError(): () => void {
  const [turn, setTurn] = useState(0);
  const done = useRef(0);
  useEffect(() => {
    if (done.current === turn) return;
    done.current = turn;
    document
      .querySelector<HTMLElement>(
        '.create [aria-invalid="true"]:not(fieldset), .create fieldset[aria-invalid="true"] input, .create .img-field.invalid button',
      )
      ?.focus();
  }, [turn]);
  // Two frames: react-hook-form tells its fields first, then they are drawn.
  return () => requestAnimationFrame(() => requestAnimationFrame(() => setTurn((before) => before + 1)));
}
