import type { ReactNode } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { Method, PathOf } from '../../lib/api/calls.ts';
import type { Answer, CommandRequest } from '../../lib/api/client.ts';
import { type CommandOptions, useCommand } from '../../lib/api/use-command.ts';
import { type Bind, bind } from './bind.ts';
import { type FormDialogProps, FormDialog } from './form-dialog.tsx';

type Own = 'form' | 'busy' | 'onSubmit' | 'children';

export interface CommandDialogProps<Values extends FieldValues, P extends PathOf<M>, M extends Method>
  extends
    Omit<FormDialogProps<Values>, Own>,
    Pick<CommandOptions<Values, Answer<M, P>>, 'quiet' | 'invalidates' | 'refreshes' | 'done' | 'onError'> {
  /** What the fields begin with. */
  values?: DefaultValues<Values>;
  /** A form that the screen reads itself, in place of `values`. */
  form?: UseFormReturn<Values>;
  /** The command of what was typed; nothing is sent where there is none. */
  call: (values: Values) => Omit<CommandRequest<M, P>, 'idempotencyKey'> | null;
  /** Once it is done, before the dialog closes. */
  onDone?: ((answer: Answer<M, P>, values: Values) => void) | undefined;
  children?: ReactNode | ((at: Bind<Values>) => ReactNode);
}

/** A question: what it says, its fields, and the command that its button sends. It closes once that is done. */
export function CommandDialog<Values extends FieldValues, P extends PathOf<M>, M extends Method = 'POST'>(
  props: CommandDialogProps<Values, P, M>,
) {
  const {
    values,
    form: given,
    call,
    onDone,
    children,
    quiet,
    invalidates,
    refreshes,
    done,
    onError,
    ...window
  } = props;
  const own = useForm<Values>(values && { defaultValues: values });
  const form = given ?? own;
  const command = useCommand((typed: Values) => call(typed) as CommandRequest<M, P>, {
    quiet,
    invalidates,
    refreshes,
    done,
    onError,
    onSuccess: (answer, typed) => {
      onDone?.(answer, typed);
      window.onClose();
    },
  });
  return (
    <FormDialog
      {...window}
      form={form}
      busy={command.isPending}
      onSubmit={(typed) => call(typed) !== null && command.mutate(typed)}
    >
      {typeof children === 'function' ? children(bind(form, window.testId)) : children}
    </FormDialog>
  );
}
