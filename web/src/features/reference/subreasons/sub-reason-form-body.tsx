import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../../ui/stack.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/choice.tsx';
import { ConflictNote } from '../../../ui/conflict-note.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { noticeError } from '../../../lib/api/notice-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { notify } from '../../../lib/notices/notify.ts';
import { issuesOf, saveBody, subReasonIssues } from './sub-reason-form.ts';
import type { SubReasonIssues, SubReasonValues } from './sub-reason-form.ts';
import { subReasonQuery, useReadReasonsAgain } from '../queries.ts';
import type { SubReasonView } from '../queries.ts';
import { TextsFields } from './texts-fields.tsx';

interface SubReasonFormProps {
  reasonId: number;
  /** Undefined for a new one. */
  saved?: SubReasonView;
  initial: SubReasonValues;
  onDone: () => void;
  onReadAgain: () => void;
}

/** Said in the form itself. */
const OWN_WORDS = ['name_required', 'invalid_input', 'wrong_expected_version'];

/** What is typed, and saving it upon the version the typing began on. */
function useSubReason({ reasonId, saved, initial, onDone }: SubReasonFormProps) {
  const { t } = useTranslation('subreasons');
  const client = useQueryClient();
  const readAgain = useReadReasonsAgain();
  const [base] = useState(saved);
  const [values, setValues] = useState(initial);
  const [issues, setIssues] = useState<SubReasonIssues>({});
  const [isStale, setStale] = useState(false);
  const save = useCommand<{ typed: SubReasonValues; version?: number | undefined }, SubReasonView>(
    ({ typed, version = base?.version }) => ({
      path: '/system/subreason/create_or_update',
      body: saveBody(reasonId, typed, base?.id),
      ...(version !== undefined && { ifMatch: version }),
    }),
    {
      quiet: OWN_WORDS,
      onError: (error) => {
        setStale(error.status === 409);
        setIssues(issuesOf(error));
      },
      onSuccess: () => {
        notify({ tone: 'good', title: t('saved') });
        readAgain();
        onDone();
      },
    },
  );
  const change = (part: Partial<SubReasonValues>): void => setValues({ ...values, ...part });
  const submit = (): void => {
    const found = subReasonIssues(values);
    setIssues(found);
    if (Object.keys(found).length === 0) save.mutate({ typed: values });
  };
  const keepMine = async (): Promise<void> => {
    if (base === undefined) return;
    const { data } = await client.fetchQuery({ ...subReasonQuery(base.id), staleTime: 0 });
    save.mutate({ typed: values, version: data.version });
  };
  return { values, change, issues, isStale, isBusy: save.isPending, submit, keepMine };
}

/** Name, words in other languages, place, and whether it is offered and covered. */
export function SubReasonForm(props: SubReasonFormProps) {
  const { onDone, onReadAgain } = props;
  const { t } = useTranslation(['subreasons', 'common']);
  const { values, change, issues, isStale, isBusy, submit, keepMine } = useSubReason(props);
  return (
    <Stack
      as="form"
      gap={16}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextsFields values={values} issue={issues.name} onChange={change} />
      <TextField
        label={t('subreasons:sort')}
        inputMode="numeric"
        required
        value={values.sort}
        error={issues.sort === undefined ? undefined : t('subreasons:issue.sort')}
        hint={t('subreasons:sortHint')}
        onChange={(event) => change({ sort: event.target.value })}
        className="sub-place"
        testId="sub-reason-sort"
      />
      <Checkbox
        label={t('subreasons:isActive')}
        checked={values.isActive}
        onChange={(isActive) => change({ isActive })}
        testId="sub-reason-active"
      />
      <Checkbox
        label={t('subreasons:isUnderWarranty')}
        checked={values.isUnderWarranty}
        onChange={(isUnderWarranty) => change({ isUnderWarranty })}
        testId="sub-reason-warranty"
      />
      {isStale && (
        <ConflictNote
          onKeepMine={() => void keepMine().catch(noticeError)}
          onTakeTheirs={onReadAgain}
          isBusy={isBusy}
          testId="sub-reason-stale"
        />
      )}
      <div className="row">
        <Button type="submit" variant="primary" busy={isBusy} testId="sub-reason-save">
          {t('subreasons:save')}
        </Button>
        <Button onClick={onDone}>{t('common:cancel')}</Button>
      </div>
    </Stack>
  );
}
