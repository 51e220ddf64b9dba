import { ERASURE_REASONS, PRIVACY_NOTE_LENGTH } from '@atelier/domain/privacy/contract.ts';
import { useTranslation } from 'react-i18next';
import { CommandDialog } from '../../shared/form/command-dialog.tsx';
import { FormArea, FormSelect } from '../../shared/form/form-field.tsx';
import { Against, Covered } from './covered.tsx';
import { PRIVACY, type PersonView } from './queries.ts';

export interface PersonDialogProps {
  person: PersonView;
  onDone: () => void;
  onClose: () => void;
}

/** Asks for an erasure: what it covers, why, and a note. */
export function AskDialog({ person, onDone, onClose }: PersonDialogProps) {
  const { t } = useTranslation(['privacy', 'common']);
  return (
    <CommandDialog
      values={{ reason: '', note: '' }}
      title={t('ask.title')}
      testId="ask"
      accept={t('ask.accept')}
      danger
      size={520}
      call={(asked) => ({ path: '/privacy/erase', body: { ...asked, customer_refs: [person.customer_ref] } })}
      done={t('ask.done')}
      refreshes={PRIVACY}
      onDone={onDone}
      onClose={onClose}
    >
      {(at) => (
        <>
          <p>{t('ask.body')}</p>
          <Covered covered={person.covered} />
          <Against holds={person.holds} openPieces={person.open_pieces} />
          <FormSelect
            {...at('reason')}
            label={t('ask.reason')}
            required={t('common:reasonRequired')}
            placeholder=""
            options={ERASURE_REASONS.map((reason) => ({ value: reason, label: t(`reason.${reason}`) }))}
          />
          <FormArea
            {...at('note')}
            label={t('ask.note')}
            hint={t('ask.noteHint')}
            maxLength={PRIVACY_NOTE_LENGTH}
          />
        </>
      )}
    </CommandDialog>
  );
}
