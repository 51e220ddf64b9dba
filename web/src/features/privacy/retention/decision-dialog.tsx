import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { ReasonDialog } from '../../../shared/decisions/reason-dialog.tsx';
import { CommandDialog } from '../../../shared/form/command-dialog.tsx';
import { PRIVACY } from '../queries.ts';

export interface Deciding {
  readonly what: 'proposal' | 'runs';
  readonly how: 'approve' | 'refuse';
  readonly id: number;
  /** Erasures that a run would ask for. */
  readonly count?: number;
}

/** Asks once more before a proposal or a large run is approved, or refused with a reason. */
export function DecisionDialog({ deciding, onClose }: { deciding: Deciding; onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const { number } = useStaffFormat();
  const { what, how, count = 0 } = deciding;
  const dialog = { done: t('decided'), refreshes: PRIVACY, onClose };
  if (how === 'refuse')
    return (
      <ReasonDialog
        {...dialog}
        title={t(`retention.${what}.refuseTitle`)}
        body={null}
        accept={t(`retention.${what}.refuse`)}
        maxLength={TEXT_LENGTH.reason}
        call={(note) => callOf(deciding, note)}
        testId="retention-refuse"
      />
    );
  return (
    <CommandDialog
      {...dialog}
      danger
      size={440}
      title={t(`retention.${what}.approveTitle`)}
      accept={t(`retention.${what}.approve`)}
      call={() => callOf(deciding, '')}
      testId="retention-approve"
    >
      <p>{t(`retention.${what}.approveBody`, { count: number(count) })}</p>
    </CommandDialog>
  );
}

const callOf = ({ what, how, id }: Deciding, note: string) =>
  what === 'proposal'
    ? { path: '/privacy/retention/decide' as const, body: { proposal: id, decision: how, note } }
    : { path: '/privacy/retention/run' as const, body: { run_id: id, decision: how, note } };
