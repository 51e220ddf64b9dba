import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { Form } from '../../../shared/form/form.tsx';
import { useIssueForm } from '../../../shared/form/use-issue-form.ts';
import { IN_FORM } from './edit-form.tsx';
import { PasswordField } from './password-field.tsx';
import { issuesOf, passwordIssues } from './user-form.ts';
import type { UserView } from '../queries.ts';

interface PasswordFormProps {
  base: UserView;
  onDone: (user: UserView) => void;
  onRejected: (error: ApiError) => void;
}

/** Another password; sessions with the old one are signed out. */
export function PasswordForm({ base, onDone, onRejected }: PasswordFormProps) {
  const { t } = useTranslation('users');
  const { form, show } = useIssueForm({
    defaultValues: { password: '' },
    issuesOf: passwordIssues,
    wordsOf: (code) => t(`issue.${code}`),
  });
  const set = useCommand(
    (secret: string) => ({
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
      done: ({ data }) => t('done.password', { name: data.name }),
      onSuccess: ({ data }) => onDone(data),
    },
  );
  return (
    <Form form={form} className="user-form" onSubmit={({ password }) => set.mutate(password)}>
      <PasswordField form={form} name="password" />
      <p className="small muted">{t('passwordEnds')}</p>
      <div className="row">
        <Button type="submit" variant="primary" busy={set.isPending} testId="user-password-save">
          {t('setPassword')}
        </Button>
      </div>
    </Form>
  );
}
