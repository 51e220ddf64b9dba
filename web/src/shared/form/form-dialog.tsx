import type { KeyboardEvent, ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type ButtonProps, Button } from '@atelier/ui/controls/button.tsx';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';

export interface FormDialogProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  title: string;
  /** `<testId>-dialog` is the window, `<testId>-accept` the button that sends. */
  testId: string;
  /** The verb itself ("Put on hold"), never "OK". */
  accept: string;
  /** Another word for leaving than "Cancel". */
  cancel?: string;
  danger?: boolean;
  size?: number;
  /** False while it must not be left, neither by its cross nor by "Cancel". */
  closable?: boolean;
  /** Being sent. */
  busy: boolean;
  disabled?: boolean;
  /** What is special about the button that sends. */
  button?: Pick<ButtonProps, 'size' | 'autoFocus' | 'disabledReason'>;
  /** Enter in a field sends: where amounts are typed, not codes. */
  sendsOnEnter?: boolean;
  /** In the foot, before the buttons. */
  note?: ReactNode;
  /** Called with the values, texts without spaces around them, once every field is in order. */
  onSubmit: (values: Values) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A window with fields and one command. Enter sends nothing unless asked for: a scanner ends each code with it. */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { form, title, testId, accept, busy, onSubmit, onClose, children } = props;
  const {
    danger = false,
    size = 460,
    closable = true,
    disabled = false,
    sendsOnEnter,
    cancel,
    button,
    note,
  } = props;
  const { t } = useTranslation('common');
  const submit = form.handleSubmit((values) => onSubmit(trimmed(values)));
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size={size}
      closable={closable}
      testId={`${testId}-dialog`}
      footer={
        <>
          {note}
          <Button onClick={onClose} disabled={!closable}>
            {cancel ?? t('cancel')}
          </Button>
          <Button
            {...button}
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={disabled}
            onClick={() => void submit()}
            testId={`${testId}-accept`}
          >
            {accept}
          </Button>
        </>
      }
    >
      {sendsOnEnter === true && !disabled ? (
        // The keys of all fields arrive here.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div onKeyDown={(event) => isEnterInField(event) && !busy && void submit()}>
          <Stack>{children}</Stack>
        </div>
      ) : (
        <Stack>{children}</Stack>
      )}
    </Dialog>
  );
}

const trimmed = <Values extends FieldValues>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as Values;

const isEnterInField = ({ key, target, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !nativeEvent.isComposing && target instanceof HTMLInputElement;
