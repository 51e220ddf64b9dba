import { PASSWORD_LENGTH } from '@atelier/domain/identity/contract.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/stack.tsx';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { notify } from '../../../lib/notices/notify.ts';
import { IN_FORM } from './edit-form.tsx';
import { PasswordField } from './password-field.tsx';
import { issuesOf } from './user-form.ts';
import type { UserView } from '../queries.ts';

interface PasswordFormProps {
  base: UserView;
  onDone: (user: UserView) => void;
  onRefused: (error: ApiError) => void;
}

/** Another password; whoever is signed in with the old one is signed out. */
export function PasswordForm({ base, onDone, onRefused }: PasswordFormProps) {
  const { t } = useTranslation('users');
  const [password, setPassword] = useState('');
  const [issue, setIssue] = useState<string>();
  const set = useCommand<string, UserView>(
    (secret) => ({
      path: '/user/password',
      body: { id: base.id, password: secret },
      ifMatch: base.version,
    }),
    {
      quiet: IN_FORM,
      onError: (error) => {
        const words = issuesOf(error).password;
        if (words === undefined) onRefused(error);
        else setIssue(words);
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
      onSubmit={(event) => {
        event.preventDefault();
        const tooShort = password.length < PASSWORD_LENGTH.least;
        setIssue(tooShort ? 'password' : undefined);
        if (!tooShort) set.mutate(password);
      }}
    >
      <PasswordField value={password} issue={issue} onChange={setPassword} />
      <p className="small muted">{t('passwordEnds')}</p>
      <div className="row">
        <Button type="submit" variant="primary" busy={set.isPending} testId="user-password-save">
          {t('setPassword')}
        </Button>
      </div>
    </Stack>
  );
}
