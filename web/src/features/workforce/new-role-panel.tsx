import { ROLE_KEY, WORKER_LENGTH } from '@atelier/domain/workforce/contract.ts';
import { fitsCode } from '@atelier/domain/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { Form } from '../../shared/form/form.tsx';
import { FormText } from '../../shared/form/form-field.tsx';
import { type Issues, useIssueForm } from '../../shared/form/use-issue-form.ts';
import { WORKERS, rolesQuery } from './queries.ts';

interface NewRolePanelProps {
  onClose: () => void;
  /** Made: its permissions are chosen next. */
  onMade: (id: number) => void;
}

interface NewRole {
  key: string;
  name: string;
}

const roleIssues = ({ key, name }: NewRole): Issues<NewRole> => ({
  ...(!fitsCode(key.trim(), ROLE_KEY) && { key: 'roleKey' }),
  ...(name.trim() === '' && { name: 'required' }),
});

/** A role's key, which never changes, and its name. */
export function NewRolePanel({ onClose, onMade }: NewRolePanelProps) {
  const { t } = useTranslation('workers');
  const client = useQueryClient();
  const { form, show } = useIssueForm({
    defaultValues: { key: '', name: '' },
    issuesOf: roleIssues,
    wordsOf: (code) => t(`issue.${code}`),
  });
  const make = useCommand(
    ({ key, name }: NewRole) => ({
      path: '/create/rma_workers_role',
      body: { Key: key.trim(), Name: name.trim() },
    }),
    {
      quiet: '*',
      onSuccess: async ({ data }) => {
        await client.invalidateQueries({ queryKey: WORKERS });
        await client.ensureQueryData(rolesQuery());
        onMade(data.ID);
      },
      onError: (error) => {
        const fields = error.errors.map(({ path }) => path);
        if (error.status !== 400 || fields.length === 0) return noticeError(error);
        return show({
          ...(fields.includes('Key') && {
            key: error.code === 'role_key_used' ? 'role_key_used' : 'roleKey',
          }),
          ...(fields.includes('Name') && { name: 'required' }),
        });
      },
    },
  );
  return (
    <SidePanel open onClose={onClose} title={t('newRole')} testId="role-new-panel">
      <Form form={form} onSubmit={(values) => make.mutate(values)}>
        <FormText
          form={form}
          name="key"
          label={t('key')}
          required
          dir="ltr"
          autoFocus
          spellCheck={false}
          maxLength={ROLE_KEY.most}
          hint={t('keyHint')}
          testId="role-key"
        />
        <FormText
          form={form}
          name="name"
          label={t('roleName')}
          required
          maxLength={WORKER_LENGTH.roleName}
          testId="role-name"
        />
        <span>
          <Button type="submit" variant="primary" busy={make.isPending} testId="role-make">
            {t('make')}
          </Button>
        </span>
      </Form>
    </SidePanel>
  );
}
