import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/choice.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { useCommand } from '../../../lib/api/use-command.ts';
import { notify } from '../../../lib/notices/notify.ts';
import { PasswordField } from './password-field.tsx';
import { UserFields } from './user-fields.tsx';
import { NEW_USER, createBody, issuesOf, userIssues } from './user-form.ts';
import type { UserIssues, UserValues } from './user-form.ts';
import { USERS } from '../queries.ts';
import type { SiteView, UserView } from '../queries.ts';

interface NewUserPanelProps {
  sites: readonly SiteView[];
  onClose: () => void;
}

/** Codes whose words stand beside a field. */
export const BESIDE_FIELDS = [
  'email_used',
  'invalid_site',
  'role_unknown',
  'identity_of_provider',
  'password_common',
  'invalid_input',
];

/** A new account; without a password the person comes by single sign-on. */
export function NewUserPanel({ sites, onClose }: NewUserPanelProps) {
  const { t } = useTranslation(['users', 'common']);
  const client = useQueryClient();
  const [values, setValues] = useState<UserValues>(NEW_USER);
  const [door, setDoor] = useState<'password' | 'sso'>('password');
  const [password, setPassword] = useState('');
  const [issues, setIssues] = useState<UserIssues>({});
  const secret = door === 'password' ? password : undefined;
  const create = useCommand<object, UserView>((body) => ({ path: '/user/create', body }), {
    quiet: BESIDE_FIELDS,
    onError: (error) => setIssues(issuesOf(error)),
    onSuccess: ({ data }) => {
      notify({ tone: 'good', title: t('users:created', { name: data.name }) });
      void client.invalidateQueries({ queryKey: USERS });
      onClose();
    },
  });
  const submit = (): void => {
    const found = userIssues(values, secret);
    setIssues(found);
    if (Object.keys(found).length === 0) create.mutate(createBody(values, secret));
  };
  return (
    <SidePanel open onClose={onClose} title={t('users:new')} testId="new-user">
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
          onChange={(part) => setValues({ ...values, ...part })}
        />
        <div className="field">
          <span className="field-label">{t('users:signsIn')}</span>
          <SegmentedControl
            label={t('users:signsIn')}
            value={door}
            options={[
              { value: 'password', label: t('users:door.password') },
              { value: 'sso', label: t('users:door.sso') },
            ]}
            onChange={setDoor}
            testId="user-door"
          />
        </div>
        {door === 'password' ? (
          <PasswordField value={password} issue={issues.password} onChange={setPassword} />
        ) : (
          <p className="small muted">{t('users:ssoOnly')}</p>
        )}
        <div className="row">
          <Button type="submit" variant="primary" busy={create.isPending} testId="user-create">
            {t('users:create')}
          </Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        </div>
      </Stack>
    </SidePanel>
  );
}
