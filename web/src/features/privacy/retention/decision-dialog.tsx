import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { ReasonDialog } from '../../../shared/decisions/reason-dialog.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import { usePrivacyCommand } from '../use-privacy-command.ts';

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
  const decide = usePrivacyCommand((note: string) => callOf(deciding, note), {
    title: t('decided'),
    onAccepted: onClose,
  });
  if (how === 'refuse')
    return (
      <ReasonDialog
        title={t(`retention.${what}.refuseTitle`)}
        body={null}
        confirmLabel={t(`retention.${what}.refuse`)}
        maxLength={TEXT_LENGTH.reason}
        busy={decide.isPending}
        onConfirm={decide.mutate}
        onClose={onClose}
        testId="retention-refuse"
      />
    );
  return (
    <ConfirmDialog
      open
      danger
      title={t(`retention.${what}.approveTitle`)}
      confirmLabel={t(`retention.${what}.approve`)}
      onConfirm={() =>
        decide.mutateAsync('').then(
          () => true,
          () => false,
        )
      }
      onClose={onClose}
      testId="retention-approve-dialog"
    >
      <p>{t(`retention.${what}.approveBody`, { count: number(count) })}</p>
    </ConfirmDialog>
  );
}

const callOf = ({ what, how, id }: Deciding, note: string) =>
  what === 'proposal'
    ? { path: '/privacy/retention/decide' as const, body: { proposal: id, decision: how, note } }
    : { path: '/privacy/retention/run' as const, body: { run_id: id, decision: how, note } };
