import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ConflictNote } from '../../../ui/conflict-note.tsx';
import { Banner } from '../../../ui/states.tsx';
import { Stack } from '../../../ui/stack.tsx';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { noticeError } from '../../../lib/api/notice-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { notify } from '../../../lib/notices/notify.ts';
import { BESIDE_FIELDS } from './new-user-panel.tsx';
import { UserFields } from './user-fields.tsx';
import { changedBody, issuesOf, isOtherPlace, userIssues, valuesOf } from './user-form.ts';
import type { UserIssues, UserValues } from './user-form.ts';
import { userQuery } from '../queries.ts';
import type { SiteView, UserView } from '../queries.ts';

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
  const [values, setValues] = useState<UserValues>(before);
  const [issues, setIssues] = useState<UserIssues>({});
  const [refusal, setRejected] = useState<ApiError | null>(null);
  const body = changedBody(before, values);
  const isChanged = Object.keys(body).length > 0;
  const save = useCommand<{ change: object; version: number }, UserView>(
    ({ change, version }) => ({ path: '/user/update', body: { id: base.id, ...change }, ifMatch: version }),
    {
      quiet: IN_FORM,
      onError: (error) => {
        setIssues(issuesOf(error));
        setRejected(error);
      },
      onSuccess: ({ data }) => {
        notify({ tone: 'good', title: t('saved', { name: data.name }) });
        onSaved(data);
      },
    },
  );
  const submit = (): void => {
    const found = userIssues(values);
    setIssues(found);
    setRejected(null);
    if (Object.keys(found).length === 0) save.mutate({ change: body, version: base.version });
  };
  /** What was changed here is saved over whatever is there now. */
  const keepMine = async (): Promise<void> => {
    const { data } = await client.fetchQuery({ ...userQuery(base.id), staleTime: 0 });
    save.mutate({ change: body, version: data.version });
  };
  return (
    <Stack
      as="form"
      gap={16}
      className="user-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <UserFields
        values={values}
        issues={issues}
        sites={sites}
        isIdentityFixed={base.sso}
        onChange={(part) => setValues({ ...values, ...part })}
      />
      {isOtherPlace(before, values) && (
        <p className="small muted" data-testid="user-rights-hint">
          {t('rightsHint')}
        </p>
      )}
      <RejectionNote
        error={refusal}
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
    </Stack>
  );
}

interface RejectionNoteProps {
  error: ApiError | null;
  onReadAgain: () => void;
  /** Where something was typed that can be saved over the version there is. */
  onKeepMine?: () => void;
}

/** What no field is to blame for: somebody was faster, or nobody would be left to let people in. */
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
