import { PRIVACY_NOTE_LENGTH } from '@atelier/domain/privacy/contract.ts';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../shared/decisions/reason-dialog.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import { Against, Covered } from './covered.tsx';
import type { ErasureView } from './queries.ts';
import { usePrivacyCommand } from './use-privacy-command.ts';

export interface Deciding {
  readonly how: 'approve' | 'refuse' | 'withdraw';
  readonly request: ErasureView;
}

/** A refusal by the server has said itself; the question stays for another try. */
const done = (): boolean => true;
const failed = (): boolean => false;

/** Asks once more before a request is approved, refused with a reason, or withdrawn. */
export function DecideDialog({ deciding, onClose }: { deciding: Deciding; onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const { how, request } = deciding;
  const decide = usePrivacyCommand((note: string) => callOf(deciding, note), {
    title: t('decided'),
    onAccepted: onClose,
  });
  const deposits = <bdi className="strong num">{request.deposits.join(', ')}</bdi>;
  if (how === 'refuse')
    return (
      <ReasonDialog
        title={t('refuse.title')}
        body={<p>{deposits}</p>}
        confirmLabel={t('refuse.accept')}
        maxLength={PRIVACY_NOTE_LENGTH}
        busy={decide.isPending}
        onConfirm={decide.mutate}
        onClose={onClose}
        testId="refuse"
      />
    );
  return (
    <ConfirmDialog
      open
      danger={how === 'approve'}
      title={t(`${how}.title`)}
      confirmLabel={t(`${how}.accept`)}
      onConfirm={() => decide.mutateAsync('').then(done, failed)}
      onClose={onClose}
      testId={`${how}-dialog`}
    >
      <div className="stack">
        <p>{deposits}</p>
        <p>{t(`${how}.body`)}</p>
        {how === 'approve' && <Covered covered={request.covered} />}
        <Against holds={request.holds} openPieces={request.open_pieces} />
      </div>
    </ConfirmDialog>
  );
}

const callOf = ({ how, request }: Deciding, note: string) =>
  how === 'withdraw'
    ? { path: '/privacy/erase/withdraw' as const, body: { request_id: request.id, note } }
    : { path: '/privacy/erase/decide' as const, body: { request_id: request.id, decision: how, note } };
