import type { ReactNode } from 'react';
import type { Method, PathOf } from '../../lib/api/calls.ts';
import type { CommandRequest } from '../../lib/api/client.ts';
import { type CommandDialogProps, CommandDialog } from '../form/command-dialog.tsx';
import { FormReason } from '../form/form-field.tsx';

interface Asked {
  reason: string;
}

export interface ReasonDialogProps<P extends PathOf<M>, M extends Method> extends Omit<
  CommandDialogProps<Asked, P, M>,
  'form' | 'values' | 'call' | 'children'
> {
  body: ReactNode;
  /** What the field asks for, instead of "Reason". */
  label?: string;
  hint?: string;
  maxLength?: number;
  /** Said while it is empty, instead of "Enter the reason." */
  required?: string;
  call: (reason: string) => Omit<CommandRequest<M, P>, 'idempotencyKey'>;
}

/** Asks why before something is done that is written down beside one's name. */
export function ReasonDialog<P extends PathOf<M>, M extends Method = 'POST'>(props: ReasonDialogProps<P, M>) {
  const { body, label, hint, maxLength, required, call, ...dialog } = props;
  return (
    <CommandDialog {...dialog} values={{ reason: '' }} call={({ reason }: Asked) => call(reason)}>
      {(at) => (
        <>
          {body}
          <FormReason {...at('reason')} {...{ label, hint, required, maxLength }} />
        </>
      )}
    </CommandDialog>
  );
}
