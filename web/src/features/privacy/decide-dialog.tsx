import { PRIVACY_NOTE_LENGTH } from '@atelier/domain/privacy/contract.ts';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../shared/decisions/reason-dialog.tsx';
import { Against, Covered } from './covered.tsx';
import { type ErasureView, PRIVACY } from './queries.ts';
import { CommandDialog } from '../../shared/form/command-dialog.tsx';

export interface Deciding {
  readonly how: 'approve' | 'refuse' | 'withdraw';
  readonly request: ErasureView;
}

/** Asks once more before a request is approved, refused with a reason, or withdrawn. */
export function DecideDialog({ deciding, onClose }: { deciding: Deciding; onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const { how, request } = deciding;
  const dialog = { done: t('decided'), refreshes: PRIVACY, onClose };
  const deposits = <bdi className="strong num">{request.deposits.join(', ')}</bdi>;
  if (how === 'refuse')
    return (
      <ReasonDialog
        {...dialog}
        call={(note) => callOf(deciding, note)}
        title={t('refuse.title')}
        body={<p>{deposits}</p>}
        accept={t('refuse.accept')}
        maxLength={PRIVACY_NOTE_LENGTH}
        testId="refuse"
      />
    );
  return (
    <CommandDialog
      {...dialog}
      call={() => callOf(deciding, '')}
      danger={how === 'approve'}
      size={440}
      title={t(`${how}.title`)}
      accept={t(`${how}.accept`)}
      testId={how}
    >
      <div className="stack">
        <p>{deposits}</p>
        <p>{t(`${how}.body`)}</p>
        {how === 'approve' && <Covered covered={request.covered} />}
        <Against holds={request.holds} openPieces={request.open_pieces} />
      </div>
    </CommandDialog>
  );
}

const callOf = ({ how, request }: Deciding, note: string) =>
  how === 'withdraw'
    ? { path: '/privacy/erase/withdraw' as const, body: { request_id: request.id, note } }
    : { path: '/privacy/erase/decide' as const, body: { request_id: request.id, decision: how, note } };
