import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { useCommand } from '../../../lib/api/use-command.ts';
import { Form } from '../../../shared/form/form.tsx';
import { useIssueForm } from '../../../shared/form/use-issue-form.ts';
import { PasswordField } from './password-field.tsx';
import { UserFields } from './user-fields.tsx';
import { NEW_USER, createBody, issuesOf, userIssues, type UserValues } from './user-form.ts';
import { USERS, type SiteView } from '../queries.ts';

interface NewUserPanelProps {
  sites: readonly SiteView[];
  onClose: () => void;
}

/** Codes whose words stand beside a field. */
export const BESIDE_FIELDS = [
  'email_used',
  'invalid_site',
  'role_unknown',
  'role_beyond_own',
  'roles_of_two_persons',
  'identity_of_provider',
  'password_common',
  'invalid_input',
];

/** A new account; without a password the person comes by single sign-on. */
export function NewUserPanel({ sites, onClose }: NewUserPanelProps) {
  const { t } = useTranslation(['users', 'common']);
  const { form, show } = useIssueForm<UserValues>({
    defaultValues: NEW_USER,
    issuesOf: userIssues,
    wordsOf: (code) => t(`users:issue.${code}`),
  });
  const door = form.watch('door');
  const create = useCommand((body: object) => ({ path: '/user/create', body }), {
    quiet: BESIDE_FIELDS,
    onError: (error) => show(issuesOf(error)),
    invalidates: [USERS],
    done: ({ data }) => t('users:created', { name: data.name }),
    onSuccess: () => onClose(),
  });
  return (
    <SidePanel open onClose={onClose} title={t('users:new')} testId="new-user">
      <Form form={form} className="user-form" onSubmit={(values) => create.mutate(createBody(values))}>
        <UserFields form={form} sites={sites} />
        <div className="field">
          <span className="field-label">{t('users:signsIn')}</span>
          <SegmentedControl
            label={t('users:signsIn')}
            value={door}
            options={[
              { value: 'password', label: t('users:door.password') },
              { value: 'sso', label: t('users:door.sso') },
            ]}
            onChange={(next) => form.setValue('door', next)}
            testId="user-door"
          />
        </div>
        {door === 'password' ? (
          <PasswordField form={form} name="password" />
        ) : (
          <p className="small muted">{t('users:ssoOnly')}</p>
        )}
        <div className="row">
          <Button type="submit" variant="primary" busy={create.isPending} testId="user-create">
            {t('users:create')}
          </Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        </div>
      </Form>
    </SidePanel>
  );
}
