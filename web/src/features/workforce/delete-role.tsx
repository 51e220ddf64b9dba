import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import { Section } from '@atelier/ui/layout/section.tsx';
import type { ApiError } from '../../lib/api/api-error.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { WORKERS, type WorkerRoleView } from './queries.ts';

/** Deleting is refused while workers hold the role: how many is said before, and again when it was one meanwhile. */
export function DeleteRole({ role, onDone }: { role: WorkerRoleView; onDone: () => void }) {
  const { t } = useTranslation('workers');
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useCommand(() => ({ path: '/delete/rma_workers_role', body: { ID: role.ID } }), {
    quiet: '*',
    invalidates: [WORKERS],
    done: t('roleDeleted', { name: role.Name }),
    onSuccess: () => onDone(),
    onError: (error) => {
      void client.invalidateQueries({ queryKey: WORKERS });
      const count = holdersIn(error);
      if (count === undefined) noticeError(error);
      else notify({ tone: 'error', title: t('roleHeld', { count }) });
    },
  });
  return (
    <Section title={t('deleteRole')}>
      <span>
        <Button
          variant="danger"
          disabledReason={role.Workers > 0 ? t('roleHeld', { count: role.Workers }) : undefined}
          onClick={() => setAsking(true)}
          testId="role-delete"
        >
          {t('deleteRole')}
        </Button>
      </span>
      <ConfirmDialog
        open={isAsking}
        title={t('deleteRoleAsk', { name: role.Name })}
        confirmLabel={t('deleteRole')}
        danger
        onConfirm={() => mutateAsync().catch(() => undefined)}
        onClose={() => setAsking(false)}
      >
        {t('deleteRoleBody')}
      </ConfirmDialog>
    </Section>
  );
}

function holdersIn({ code, data }: ApiError): number | undefined {
  if (code !== 'role_in_use' || typeof data !== 'object' || data === null || !('workers' in data))
    return undefined;
  return Number(data.workers);
}
