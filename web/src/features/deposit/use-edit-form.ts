import type { EditConflict, EditRmaBody } from '@atelier/contracts/deposit/edit-schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { ApiError } from '../../lib/api/api-error.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { writeAmount } from '../../shared/item/amount.ts';
import type { EditedDeposit } from './queries.ts';
import { fromFile } from './from-file.ts';
import type { RmaValues } from './form-values.ts';
import { fetchAhead } from './load-sending.ts';
import { resolverFor } from './resolver.ts';
import { toBody } from './to-body.ts';
import { showServerIssues, useFocusOnFirstError, useFormRules } from './use-create-form.ts';

/** Without the pieces when they have left the counter: then the contact alone is said again. */
function editBody(
  values: RmaValues,
  { pieces, isWhole }: EditedDeposit,
  rules: Parameters<typeof toBody>[1],
): EditRmaBody {
  const { items, customer_id: _customer, signature: _signature, ...head } = toBody(values, rules);
  const edited = items.flatMap((item, index) => {
    const id = pieces[index]?.item.id;
    return id === undefined ? [] : [{ ...item, id }];
  });
  return { ...head, items: isWhole ? edited : [] };
}

const conflictOf = (error: ApiError | null): EditConflict | null =>
  error?.status === 409 && typeof error.data === 'object' ? (error.data as EditConflict | null) : null;

interface Edit {
  readonly body: EditRmaBody;
  readonly ifMatch: string | number;
}

/** The form over a deposit there is, and how it is sent (`PUT /rma/{id}` with the version it was read at). */
export function useEditForm(deposit: EditedDeposit) {
  const { t, i18n } = useTranslation(['rma', 'deposit']);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { rma, pieces, isWhole } = deposit;
  const rules = useFormRules();
  const resolver = useMemo(() => resolverFor(rules, isWhole ? 'all' : 'contact'), [rules, isWhole]);
  const form = useForm<RmaValues>({
    resolver,
    defaultValues: fromFile(rma, pieces, (minor, currency) => writeAmount(minor, currency, i18n.language)),
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const [seen, setSeen] = useState<string | number>(deposit.etag ?? rma.version);
  const focus = useFocusOnFirstError();
  const send = useCommand(
    ({ body, ifMatch }: Edit) => ({ method: 'PUT', path: `/rma/${rma.id}`, body, ifMatch }),
    {
      quiet: '*',
      done: t('deposit:edit.saved'),
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: ['rma'] });
        void navigate(`/readRma?id=${rma.id}${pieces[0] ? `&item=${pieces[0].item.id}` : ''}`);
      },
      onError: (error) => void showServerIssues(form, error).finally(focus),
    },
  );
  const sendWith = (ifMatch: string | number) =>
    form
      .handleSubmit(
        (values) => send.mutate({ body: editBody(values, deposit, rules()), ifMatch }),
        () => focus(),
      )()
      .catch(noticeError);
  useEffect(() => void fetchAhead(), []);
  const conflict = conflictOf(send.error);
  return {
    form,
    rules,
    send,
    conflict,
    submit: () => void sendWith(seen),
    /** Mine, over what others have said meanwhile and the reader has now seen. */
    submitAnyway: () => {
      if (conflict === null) return;
      setSeen(conflict.version);
      void sendWith(conflict.version);
    },
  };
}
