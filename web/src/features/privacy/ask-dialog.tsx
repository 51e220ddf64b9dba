import { ERASURE_REASONS, PRIVACY_NOTE_LENGTH } from '@atelier/domain/privacy/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../lib/api/use-command.ts';
import { notify } from '../../lib/notices/notify.ts';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { FormArea, FormSelect } from '../../shared/form/form-field.tsx';
import { Against, Covered } from './covered.tsx';
import { privacyKey } from './queries.ts';
import type { PersonView } from './queries.ts';

export interface PersonDialogProps {
  person: PersonView;
  onDone: () => void;
  onClose: () => void;
}

interface Asked {
  reason: string;
  note: string;
}

/** Asks for an erasure: what it covers, why, and a note. */
export function AskDialog({ person, onDone, onClose }: PersonDialogProps) {
  const { t } = useTranslation(['privacy', 'common']);
  const client = useQueryClient();
  const form = useForm<Asked>({ defaultValues: { reason: '', note: '' } });
  const ask = useCommand<Asked>(
    (body) => ({ path: '/privacy/erase', body: { ...body, customer_refs: [person.customer_ref] } }),
    {
      onSuccess: () => {
        notify({ tone: 'good', title: t('ask.done') });
        onDone();
        onClose();
      },
      onSettled: () => void client.invalidateQueries(privacyKey),
    },
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
