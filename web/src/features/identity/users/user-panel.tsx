import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { DoorSection } from './door-section.tsx';
import { EditForm } from './edit-form.tsx';
import { StateTags } from './user-row.tsx';
import { USERS, userQuery, type SiteView, type UserView } from '../queries.ts';

interface UserPanelProps {
  id: number;
  sites: readonly SiteView[];
  onClose: () => void;
}

/** One account whole: how they come in, and the form. */
export function UserPanel({ id, sites, onClose }: UserPanelProps) {
  const { t } = useTranslation('users');
  const user = useQuery(userQuery(id));
  return (
    <SidePanel open onClose={onClose} title={user.data?.data.name ?? t('account')} testId="user-panel">
      <QueryView query={user} skeleton={{ rows: 7, height: 40, gap: 16 }} failed={t('failedOne')}>
        {({ data }) => <OpenAccount read={data} sites={sites} onClose={onClose} />}
      </QueryView>
    </SidePanel>
  );
}

interface OpenAccountProps {
  read: UserView;
  sites: readonly SiteView[];
  onClose: () => void;
}

/**
 * Every action applies to the version that is shown. Another account's change does not replace what is being
 * typed: the action is refused with a notice, and the user can read again.
 */
function OpenAccount({ read, sites, onClose }: OpenAccountProps) {
  const client = useQueryClient();
  const { dateTime } = useStaffFormat();
  const { t } = useTranslation('users');
  const [base, setBase] = useState(read);
  const [round, setRound] = useState(0);
  const adopt = (next: UserView): void => {
    setBase(next);
    void client.invalidateQueries({ queryKey: [...USERS, 'list'] });
  };
  const readAgain = async (): Promise<void> => {
    const { data } = await client.fetchQuery(userQuery(base.id));
    adopt(data);
    setRound(round + 1);
  };
  return (
    <Stack gap={16}>
      <Cluster gap={6} className="small">
        <StateTags user={base} />
        <span className="muted num">
          {base.last_seen_at === null ? t('neverSeen') : t('seen', { at: dateTime(base.last_seen_at) })}
        </span>
      </Cluster>
      <EditForm
        key={round}
        base={base}
        sites={sites}
        onReadAgain={() => void readAgain()}
        onSaved={(next) => {
          adopt(next);
          onClose();
        }}
      />
      <DoorSection base={base} onDone={adopt} onReadAgain={() => void readAgain()} />
    </Stack>
  );
}
