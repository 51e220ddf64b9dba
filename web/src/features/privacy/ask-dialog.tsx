import { ERASURE_REASONS, PRIVACY_NOTE_LENGTH } from '@atelier/domain/privacy/contract.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { FormArea, FormSelect } from '../../shared/form/form-field.tsx';
import { Against, Covered } from './covered.tsx';
import type { PersonView } from './queries.ts';
import { usePrivacyCommand } from './use-privacy-command.ts';

export interface PersonDialogProps {
  person: PersonView;
  onDone: () => void;
  onClose: () => void;
}

/** The row is read again, and the window closes. */
export const finished = ({ onDone, onClose }: Pick<PersonDialogProps, 'onDone' | 'onClose'>): void => {
  onDone();
  onClose();
};

interface Asked {
  reason: string;
  note: string;
}

/** Asks for an erasure: what it covers, why, and a note. */
export function AskDialog({ person, onDone, onClose }: PersonDialogProps) {
  const { t } = useTranslation(['privacy', 'common']);
  const form = useForm<Asked>({ defaultValues: { reason: '', note: '' } });
  const ask = usePrivacyCommand(
    (body: Asked) => ({ path: '/privacy/erase', body: { ...body, customer_refs: [person.customer_ref] } }),
    { title: t('ask.done'), onAccepted: () => finished({ onDone, onClose }) },
  );
  return (
    <FormDialog
      form={form}
      title={t('ask.title')}
      testId="ask"
      accept={t('ask.accept')}
      danger
      size={520}
      busy={ask.isPending}
      onSubmit={ask.mutate}
      onClose={onClose}
    >
      <p>{t('ask.body')}</p>
      <Covered covered={person.covered} />
      <Against holds={person.holds} openPieces={person.open_pieces} />
      <FormSelect
        form={form}
        name="reason"
        label={t('ask.reason')}
        required={t('common:reasonRequired')}
        placeholder=""
        options={ERASURE_REASONS.map((reason) => ({ value: reason, label: t(`reason.${reason}`) }))}
        testId="ask-reason"
      />
      <FormArea
        form={form}
        name="note"
        label={t('ask.note')}
        hint={t('ask.noteHint')}
        maxLength={PRIVACY_NOTE_LENGTH}
        testId="ask-note"
      />
    </FormDialog>
  );
}
