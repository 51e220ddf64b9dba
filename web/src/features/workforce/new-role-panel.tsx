import { ROLE_KEY, WORKER_LENGTH } from '@atelier/domain/workforce/contract.ts';
import { fitsCode } from '@atelier/domain/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Stack } from '../../ui/stack.tsx';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { WORKERS, rolesQuery } from './queries.ts';
import type { WorkerRoleView } from './queries.ts';

interface NewRolePanelProps {
  onClose: () => void;
  /** Made: its permissions are chosen next. */
  onMade: (id: number) => void;
}

/** A role's key, which never changes, and its name. */
export function NewRolePanel({ onClose, onMade }: NewRolePanelProps) {
  const { t } = useTranslation('workers');
  const client = useQueryClient();
  const [key, setKey] = useState('');
  const [name, setName] = useState('');
  const [issue, setIssue] = useState<{ key?: string; name?: string }>({});
  const make = useCommand<void, WorkerRoleView>(
    () => ({ path: '/create/rma_workers_role', body: { Key: key.trim(), Name: name.trim() } }),
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
        const words = error.code === 'role_key_used' ? 'role_key_used' : 'roleKey';
        return setIssue({
          ...(fields.includes('Key') && { key: t(`issue.${words}`) }),
          ...(fields.includes('Name') && { name: t('issue.required') }),
        });
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(!fitsCode(key.trim(), ROLE_KEY) && { key: t('issue.roleKey') }),
      ...(name.trim() === '' && { name: t('issue.required') }),
    };
    setIssue(found);
    if (Object.keys(found).length === 0) make.mutate();
  };
  return (
    <SidePanel open onClose={onClose} title={t('newRole')} testId="role-new-panel">
      <Stack as="form" gap={16} onSubmit={submit} noValidate>
        <TextField
          label={t('key')}
          required
          dir="ltr"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={ROLE_KEY.most}
          value={key}
          error={issue.key}
          hint={t('keyHint')}
          onChange={(event) => setKey(event.target.value)}
          testId="role-key"
        />
        <TextField
          label={t('roleName')}
          required
          autoComplete="off"
          maxLength={WORKER_LENGTH.roleName}
          value={name}
          error={issue.name}
          onChange={(event) => setName(event.target.value)}
          testId="role-name"
        />
        <span>
          <Button type="submit" variant="primary" busy={make.isPending} testId="role-make">
            {t('make')}
          </Button>
        </span>
      </Stack>
    </SidePanel>
  );
}
