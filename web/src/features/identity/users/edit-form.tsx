import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ConflictNote } from '@atelier/ui/feedback/conflict-note.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { noticeError } from '../../../lib/api/notice-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { Form } from '../../../shared/form/form.tsx';
import { useIssueForm } from '../../../shared/form/use-issue-form.ts';
import { BESIDE_FIELDS } from './new-user-panel.tsx';
import { UserFields } from './user-fields.tsx';
import { changedBody, issuesOf, isOtherPlace, userIssues, valuesOf, type UserValues } from './user-form.ts';
import { userQuery, type SiteView, type UserView } from '../queries.ts';

interface EditFormProps {
  base: UserView;
  sites: readonly SiteView[];
  onSaved: (user: UserView) => void;
  onReadAgain: () => void;
}

/** Said in the form itself. */
export const IN_FORM = [...BESIDE_FIELDS, 'last_manager', 'wrong_expected_version'];

/** Who it is, where they stand, what they may do. Other rights end their sessions, and that is said before. */
export function EditForm({ base, sites, onSaved, onReadAgain }: EditFormProps) {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const [before] = useState(() => valuesOf(base));
  const { form, show } = useIssueForm<UserValues>({
    defaultValues: before,
    issuesOf: userIssues,
    wordsOf: (code) => t(`issue.${code}`),
  });
  const values = form.watch();
  const [rejection, setRejection] = useState<ApiError | null>(null);
  const body = changedBody(before, values);
  const isChanged = Object.keys(body).length > 0;
  const save = useCommand(
    ({ change, version }: { change: object; version: number }) => ({
      path: '/user/update',
      body: { id: base.id, ...change },
      ifMatch: version,
    }),
    {
      quiet: IN_FORM,
      onError: (error) => {
        show(issuesOf(error));
        setRejection(error);
      },
      done: ({ data }) => t('saved', { name: data.name }),
      onSuccess: ({ data }) => onSaved(data),
    },
  );
  const submit = (): void => {
    setRejection(null);
    save.mutate({ change: body, version: base.version });
  };
  /** What was changed here is saved over whatever is there now. */
  const keepMine = async (): Promise<void> => {
    const { data } = await client.fetchQuery({ ...userQuery(base.id), staleTime: 0 });
    save.mutate({ change: body, version: data.version });
  };
  return (
    <Form form={form} className="user-form" onSubmit={submit}>
      <UserFields form={form} sites={sites} isIdentityFixed={base.sso} />
      {isOtherPlace(before, values) && (
        <p className="small muted" data-testid="user-rights-hint">
          {t('rightsHint')}
        </p>
      )}
      <RejectionNote
        error={rejection}
        onReadAgain={onReadAgain}
        onKeepMine={() => void keepMine().catch(noticeError)}
      />
      <div className="row">
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending}
          disabled={!isChanged}
          testId="user-save"
        >
          {t('save')}
        </Button>
      </div>
    </Form>
  );
}

interface RejectionNoteProps {
  error: ApiError | null;
  onReadAgain: () => void;
  /** Where something was typed that can be saved over the version there is. */
  onKeepMine?: () => void;
}

/** Rejections without a field: a concurrent change, or no account would be left that manages accounts. */
export function RejectionNote({ error, onReadAgain, onKeepMine }: RejectionNoteProps) {
  const { t } = useTranslation('users');
  if (error?.status === 409)
    return <ConflictNote onKeepMine={onKeepMine} onTakeTheirs={onReadAgain} testId="user-stale" />;
  if (error?.code === 'last_manager')
    return (
      <Banner tone="error" title={t('lastManager')} testId="user-last-manager">
        {t('lastManagerBody')}
      </Banner>
    );
  return null;
}
