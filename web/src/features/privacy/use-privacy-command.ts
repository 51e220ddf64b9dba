import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../lib/api/use-command.ts';
import { privacyKey } from './queries.ts';
import type { PathOf } from '../../lib/api/calls.ts';
import type { CommandRequest } from '../../lib/api/client.ts';

interface Done {
  /** Said once it was accepted. */
  readonly title: string;
  readonly onAccepted: () => void;
}

/** A command of this screen: says that it was done, and has every list read again, whatever came of it. */
export function usePrivacyCommand<P extends PathOf<'POST'>, Input = void>(
  request: (input: Input) => CommandRequest<'POST', P>,
  { title, onAccepted }: Done,
) {
  const client = useQueryClient();
  return useCommand(request, {
    done: title,
    onSuccess: () => onAccepted(),
    onSettled: () => void client.invalidateQueries(privacyKey),
  });
}
