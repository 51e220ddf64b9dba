import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../form/form-dialog.tsx';
import { FormReason } from '../form/form-field.tsx';

export interface ReasonDialogProps {
  title: string;
  body: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  size?: number;
  busy: boolean;
  /** What the field asks for, instead of "Reason". */
  label?: string;
  hint?: string;
  maxLength?: number;
  /** Said while it is empty, instead of "Enter the reason." */
  required?: string;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  testId: string;
}

/** Asks why before something is done that is written down beside one's name. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, body, confirmLabel, cancelLabel, danger, size, busy, onConfirm, onClose, testId, ...field } =
    props;
  const form = useForm({ defaultValues: { reason: '' } });
  return (
    <FormDialog
      form={form}
      title={title}
      testId={testId}
      accept={confirmLabel}
      cancel={cancelLabel}
      danger={danger}
      size={size}
      busy={busy}
      onSubmit={({ reason }) => onConfirm(reason)}
      onClose={onClose}
    >
      {body}
      <FormReason form={form} name="reason" testId={`${testId}-reason`} {...field} />
    </FormDialog>
  );
}
