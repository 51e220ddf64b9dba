import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { BadgeSection } from './badge-section.tsx';
import { PresenceSection } from './presence-section.tsx';
import { WorkerForm } from './worker-form-part.tsx';
import {
  WORKERS,
  noteWorker,
  readWorker,
  type SiteView,
  type WorkerRoleView,
  type WorkerView,
} from './queries.ts';

interface WorkerPanelProps {
  /** Null: one who is being registered. */
  worker: WorkerView | null;
  roles: readonly WorkerRoleView[];
  sites: readonly SiteView[];
  onClose: () => void;
}

/**
 * One worker whole: the form, the badge, and whether it opens anything. Everything is done upon the version that is shown;
 * after a colleague's change the action is refused with a notice, and the user can read again.
 */
export function WorkerPanel({ worker, roles, sites, onClose }: WorkerPanelProps) {
  const { t } = useTranslation('workers');
  const client = useQueryClient();
  const [base, setBase] = useState(worker);
  const [round, setRound] = useState(0);
  const adopt = (next: WorkerView): void => {
    setBase(next);
    noteWorker(client, next);
  };
  const readAgain = async (): Promise<void> => {
    const found = base && (await readWorker(base).catch(() => undefined));
    if (found) {
      adopt(found);
      setRound(round + 1);
    } else {
      void client.invalidateQueries({ queryKey: WORKERS });
      onClose();
    }
  };
  const onSaved = (next: WorkerView): void => {
    notify({ tone: 'good', title: t(base === null ? 'registered' : 'saved', { name: next.WorkerName }) });
    adopt(next);
    onClose();
  };
  return (
    <SidePanel open onClose={onClose} title={base?.WorkerName ?? t('new')} testId="worker-panel">
      <Stack gap={16}>
        <WorkerForm
          key={round}
          base={base}
          roles={roles}
          sites={sites}
          onSaved={onSaved}
          onReadAgain={() => void readAgain()}
        />
        {base !== null && <BadgeSection worker={base} />}
        {base !== null && (
          <PresenceSection
            key={base.version}
            worker={base}
            onDone={adopt}
            onReadAgain={() => void readAgain()}
          />
        )}
      </Stack>
    </SidePanel>
  );
}
