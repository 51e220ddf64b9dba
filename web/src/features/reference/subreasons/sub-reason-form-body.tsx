import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ConflictNote } from '@atelier/ui/feedback/conflict-note.tsx';
import { noticeError } from '../../../lib/api/notice-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { Form } from '../../../shared/form/form.tsx';
import { FormCheckbox, FormText } from '../../../shared/form/form-field.tsx';
import { useIssueForm } from '../../../shared/form/use-issue-form.ts';
import { issuesOf, saveBody, subReasonIssues, type SubReasonValues } from './sub-reason-form.ts';
import { subReasonQuery, useReadReasonsAgain, type SubReasonView } from '../queries.ts';
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
  const { form, show } = useIssueForm<SubReasonValues>({
    defaultValues: initial,
    issuesOf: subReasonIssues,
    wordsOf: (code) => t(`issue.${code}`),
  });
  const [isStale, setStale] = useState(false);
  const save = useCommand(
    ({ typed, version = base?.version }: { typed: SubReasonValues; version?: number | undefined }) => ({
      path: '/system/subreason/create_or_update',
      body: saveBody(reasonId, typed, base?.id),
      ...(version !== undefined && { ifMatch: version }),
    }),
    {
      quiet: OWN_WORDS,
      onError: (error) => {
        setStale(error.status === 409);
        show(issuesOf(error));
      },
      done: t('saved'),
      onSuccess: () => {
        readAgain();
        onDone();
      },
    },
  );
  const keepMine = async (): Promise<void> => {
    if (base === undefined) return;
    const { data } = await client.fetchQuery({ ...subReasonQuery(base.id), staleTime: 0 });
    save.mutate({ typed: form.getValues(), version: data.version });
  };
  return { form, isStale, isBusy: save.isPending, save: save.mutate, keepMine };
}

/** Name, words in other languages, place, and whether it is offered and covered. */
export function SubReasonForm(props: SubReasonFormProps) {
  const { onDone, onReadAgain } = props;
  const { t } = useTranslation(['subreasons', 'common']);
  const { form, isStale, isBusy, save, keepMine } = useSubReason(props);
  return (
    <Form form={form} onSubmit={(typed) => save({ typed })}>
      <TextsFields form={form} />
      <FormText
        form={form}
        name="sort"
        label={t('subreasons:sort')}
        inputMode="numeric"
        required
        hint={t('subreasons:sortHint')}
        className="sub-place"
        testId="sub-reason-sort"
      />
      <FormCheckbox form={form} name="isActive" label={t('subreasons:isActive')} testId="sub-reason-active" />
      <FormCheckbox
        form={form}
        name="isUnderWarranty"
        label={t('subreasons:isUnderWarranty')}
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
    </Form>
  );
}
