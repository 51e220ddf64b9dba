import { ACCOUNT_LIMITS } from '@atelier/domain/identity/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { noticeError } from '../../../lib/api/notice-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { Form } from '../../../shared/form/form.tsx';
import { FormText } from '../../../shared/form/form-field.tsx';
import { useIssueForm } from '../../../shared/form/use-issue-form.ts';
import { USERS, rolesQuery } from '../queries.ts';

interface NewRolePanelProps {
  onClose: () => void;
  /** Made: its permissions are chosen next. */
  onMade: (id: number) => void;
}

/** A role begins with its name, which never changes, and without permissions. */
export function NewRolePanel({ onClose, onMade }: NewRolePanelProps) {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const { form, show } = useIssueForm<{ name: string }>({
    defaultValues: { name: '' },
    issuesOf: ({ name }) => (name.trim() === '' ? { name: 'required' } : {}),
    wordsOf: (code) => t(`issue.${code}`),
  });
  const make = useCommand(
    ({ name }: { name: string }) => ({ path: '/role/create', body: { name: name.trim(), permissions: [] } }),
    {
      quiet: '*',
      onSuccess: async ({ data }) => {
        await client.invalidateQueries({ queryKey: USERS });
        await client.ensureQueryData(rolesQuery());
        onMade(data.id);
      },
      onError: (error) => (error.code === 'role_name_used' ? show({ name: error.code }) : noticeError(error)),
    },
  );
  return (
    <SidePanel open onClose={onClose} title={t('accountRole.new')} testId="account-role-new-panel">
      <Form form={form} onSubmit={(values) => make.mutate(values)}>
        <FormText
          form={form}
          name="name"
          label={t('accountRole.name')}
          hint={t('accountRole.nameHint')}
          required
          autoFocus
          maxLength={ACCOUNT_LIMITS.roleName}
          testId="account-role-name"
        />
        <span>
          <Button type="submit" variant="primary" busy={make.isPending} testId="account-role-make">
            {t('accountRole.make')}
          </Button>
        </span>
      </Form>
    </SidePanel>
  );
}
