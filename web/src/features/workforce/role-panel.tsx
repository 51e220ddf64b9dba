import { WORKER_LENGTH } from '@atelier/domain/workforce/contract.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ConflictNote } from '@atelier/ui/feedback/conflict-note.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { useCommand } from '../../lib/api/use-command.ts';
import { FormText } from '../../shared/form/form-field.tsx';
import { PermissionChoice } from '../../shared/permissions/permission-choice.tsx';
import { toggled } from '../../shared/permissions/permission-groups.ts';
import { DeleteRole } from './delete-role.tsx';
import { WORKERS, noteRole, type WorkerRoleView } from './queries.ts';

/** One role whole. Choices apply to the version that was opened; a colleague's change is reported, not overwritten. */
export function RolePanel({ role, onClose }: { role: WorkerRoleView; onClose: () => void }) {
  const [base, setBase] = useState(role);
  const client = useQueryClient();
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: WORKERS });
    setBase(role);
  };
  return (
    <SidePanel open onClose={onClose} title={base.Name} testId="role-panel">
      <RoleForm
        key={base.version}
        base={base}
        latestVersion={role.version}
        onSaved={setBase}
        onReadAgain={readAgain}
      />
      <DeleteRole role={role} onDone={onClose} />
    </SidePanel>
  );
}

interface RoleFormProps {
  base: WorkerRoleView;
  /** What the list holds now: newer than the one that was opened when a colleague was faster. */
  latestVersion: number;
  onSaved: (role: WorkerRoleView) => void;
  onReadAgain: () => void;
}

interface RoleValues {
  name: string;
  chosen: readonly PermissionName[];
}

const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

function RoleForm({ base, latestVersion, onSaved, onReadAgain }: RoleFormProps) {
  const { t } = useTranslation('workers');
  const client = useQueryClient();
  const form = useForm<RoleValues>({
    mode: 'onChange',
    defaultValues: { name: base.Name, chosen: base.Permission as readonly PermissionName[] },
  });
  const { name, chosen } = form.watch();
  const [isRejected, setRejected] = useState(false);
  const isStale = latestVersion > base.version;
  const isOtherName = name.trim() !== base.Name;
  const isOther = !sameNames(chosen, base.Permission);
  const save = useCommand(
    (version: number) => ({
      path: '/update/rma_workers_role',
      body: {
        ID: base.ID,
        ...(isOtherName && { Name: name.trim() }),
        ...(isOther && { Permission: chosen }),
      },
      ifMatch: version,
    }),
    {
      quiet: ['wrong_expected_version'],
      done: ({ data }) => t('roleSaved', { name: data.Name }),
      onSuccess: ({ data }) => {
        noteRole(client, data);
        onSaved(data);
      },
      onError: (error) => {
        if (error.status !== 409) return;
        setRejected(true);
        void client.invalidateQueries({ queryKey: WORKERS });
      },
    },
  );
  return (
    <Stack gap={16}>
      <p className="small muted">
        {t('key')} <bdi className="mono">{base.Key}</bdi> · {t('keyFixed')}
      </p>
      <FormText
        form={form}
        name="name"
        label={t('roleName')}
        required={t('issue.required')}
        maxLength={WORKER_LENGTH.roleName}
        testId="role-name"
      />
      <PermissionChoice
        offered={base.Permissions.map(({ Name }) => Name)}
        chosen={chosen}
        onToggle={(name, isOn) => form.setValue('chosen', toggled(chosen, name, isOn))}
      />
      {(isRejected || (isStale && !save.isPending)) && (
        <ConflictNote
          onKeepMine={() => save.mutate(latestVersion)}
          onTakeTheirs={onReadAgain}
          isBusy={save.isPending}
          testId="workers-stale"
        />
      )}
      <Cluster gap={14}>
        <Button
          variant="primary"
          busy={save.isPending}
          disabled={name.trim() === '' || !(isOtherName || isOther)}
          onClick={() => save.mutate(base.version)}
          testId="role-save"
        >
          {t('save')}
        </Button>
        <span className="small muted">{t('atOnce', { count: base.Workers })}</span>
      </Cluster>
    </Stack>
  );
}
