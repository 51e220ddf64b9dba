import { useQueryClient } from '@tanstack/react-query';
import type { ApiRequest } from '../../lib/api/client.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { privacyKey } from './queries.ts';

interface Done {
  /** Said once it was accepted. */
  readonly title: string;
  readonly onAccepted: () => void;
}

/** A command of this screen: says that it was done, and has every list read again, whatever came of it. */
export function usePrivacyCommand<Input>(
  request: (input: Input) => Omit<ApiRequest, 'idempotencyKey'>,
  { title, onAccepted }: Done,
) {
  const client = useQueryClient();
  return useCommand<Input>(request, {
    onSuccess: () => {
      notify({ tone: 'good', title });
      onAccepted();
    },
    onSettled: () => void client.invalidateQueries(privacyKey),
  });
}
