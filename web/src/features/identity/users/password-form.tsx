import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/stack.tsx';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useIssueForm } from '../../../shared/form/use-issue-form.ts';
import { notify } from '../../../lib/notices/notify.ts';
import { IN_FORM } from './edit-form.tsx';
import { PasswordField } from './password-field.tsx';
import { issuesOf, passwordIssues } from './user-form.ts';
import type { UserView } from '../queries.ts';

interface PasswordFormProps {
  base: UserView;
  onDone: (user: UserView) => void;
  onRejected: (error: ApiError) => void;
}

/** Another password; whoever is signed in with the old one is signed out. */
export function PasswordForm({ base, onDone, onRejected }: PasswordFormProps) {
  const { t } = useTranslation('users');
  const { form, show } = useIssueForm({
    defaultValues: { password: '' },
    issuesOf: passwordIssues,
    wordsOf: (code) => t(`issue.${code}`),
  });
  const set = useCommand<string, UserView>(
    (secret) => ({
      path: '/user/password',
      body: { id: base.id, password: secret },
      ifMatch: base.version,
    }),
    {
      quiet: IN_FORM,
      onError: (error) => {
        const { password } = issuesOf(error);
        if (password === undefined) onRejected(error);
        else show({ password });
      },
      onSuccess: ({ data }) => {
        notify({ tone: 'good', title: t('done.password', { name: data.name }) });
        onDone(data);
      },
    },
  );
  return (
    <Stack
      as="form"
      gap={16}
      className="user-form"
      noValidate
      onSubmit={(event) => void form.handleSubmit(({ password }) => set.mutate(password))(event)}
    >
      <PasswordField form={form} name="password" />
      <p className="small muted">{t('passwordEnds')}</p>
      <div className="row">
        <Button type="submit" variant="primary" busy={set.isPending} testId="user-password-save">
          {t('setPassword')}
        </Button>
      </div>
    </Stack>
  );
}
