import { ADMINISTRATORS_ONLY } from '@atelier/domain/identity/administrators-only.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { ConflictNote } from '@atelier/ui/feedback/conflict-note.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { PermissionChoice } from '../../../shared/permissions/permission-choice.tsx';
import { toggled } from '../../../shared/permissions/permission-groups.ts';
import { USERS, useRoleName, type RoleView } from '../queries.ts';

/** One role whole: its permissions, changed upon the version that was opened. */
export function RolePanel({ role, onClose }: { role: RoleView; onClose: () => void }) {
  const { t } = useTranslation('users');
  const roleName = useRoleName();
  const held = useSession().view.allPermission;
  const isBeyond = !role.permissions.every((name) => held.includes(name));
  const [base, setBase] = useState(role);
  return (
    <SidePanel open onClose={onClose} title={roleName(role.name)} testId="account-role-panel">
      <Stack gap={16}>
        {role.fixed && <Banner tone="info">{t('accountRole.fixed')}</Banner>}
        {!role.fixed && isBeyond && <Banner tone="info">{t('accountRole.beyond')}</Banner>}
        {role.fixed || isBeyond ? (
          <PermissionChoice
            offered={role.permissions}
            chosen={role.permissions}
            onToggle={() => undefined}
            readOnly
          />
        ) : (
          <RoleForm key={base.version} base={base} latest={role} onBase={setBase} />
        )}
      </Stack>
    </SidePanel>
  );
}

interface RoleFormProps {
  base: RoleView;
  /** As the list holds it now: newer than `base` when a colleague was faster. */
  latest: RoleView;
  onBase: (role: RoleView) => void;
}

/** Permissions that this person may give: their own, without those of the administrators' roles. */
const givable = (held: readonly string[]): readonly PermissionName[] =>
  (held as readonly PermissionName[]).filter((name) => !ADMINISTRATORS_ONLY.includes(name));

function RoleForm({ base, latest, onBase }: RoleFormProps) {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const roleName = useRoleName();
  const offered = givable(useSession().view.allPermission);
  const [chosen, setChosen] = useState(offered.filter((name) => base.permissions.includes(name)));
  const isOther =
    chosen.length !== base.permissions.length || !chosen.every((name) => base.permissions.includes(name));
  const save = useCommand(
    (version: number) => ({
      path: '/role/update',
      body: { id: base.id, permissions: chosen },
      ifMatch: version,
    }),
    {
      quiet: ['wrong_expected_version'],
      invalidates: [USERS],
      done: ({ data }) => t('accountRole.saved', { name: roleName(data.name) }),
      onSuccess: ({ data }) => onBase(data),
      onError: () => void client.invalidateQueries({ queryKey: USERS }),
    },
  );
  return (
    <>
      <PermissionChoice
        offered={offered}
        chosen={chosen}
        onToggle={(name, isOn) =>
          setChosen(toggled(chosen, name, isOn).filter((each) => offered.includes(each)))
        }
      />
      {latest.version > base.version && !save.isPending && (
        <ConflictNote
          onKeepMine={() => save.mutate(latest.version)}
          onTakeTheirs={() => onBase(latest)}
          isBusy={save.isPending}
          testId="account-role-stale"
        />
      )}
      <Cluster gap={14}>
        <Button
          variant="primary"
          busy={save.isPending}
          disabled={!isOther}
          onClick={() => save.mutate(base.version)}
          testId="account-role-save"
        >
          {t('accountRole.save')}
        </Button>
        <span className="small muted">{t('accountRole.accounts', { count: base.accounts })}</span>
      </Cluster>
    </>
  );
}
