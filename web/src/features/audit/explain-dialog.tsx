import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { FormArea } from '../../shared/form/form-field.tsx';
import { useReview } from './use-review.ts';

interface ExplainDialogProps {
  readonly title: string;
  readonly position: number;
  readonly onClose: () => void;
}

const NOTE_LENGTH = 1_000;

/** Asks for the words that explain an unusual event. */
export function ExplainDialog({ title, position, onClose }: ExplainDialogProps) {
  const { t } = useTranslation(['audit', 'common']);
  const form = useForm({ defaultValues: { note: '' } });
  const review = useReview(() => {
    // What was typed is kept in the log now: closing loses nothing.
    form.reset();
    onClose();
  });
  return (
    <FormDialog
      form={form}
      title={title}
      testId="explain"
      accept={t('review.accept')}
      busy={review.isPending}
      onSubmit={({ note }) => review.mutate({ position, state: 'explained', note })}
      onClose={onClose}
    >
      <FormArea
        form={form}
        name="note"
        label={t('review.note')}
        hint={t('review.noteHint')}
        required={t('common:reasonRequired')}
        maxLength={NOTE_LENGTH}
        testId="explain-note"
      />
    </FormDialog>
  );
}
