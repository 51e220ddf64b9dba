import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../../lib/api/use-command.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { WEBHOOKS } from './queries.ts';

/** A command on one endpoint that says when it is done. */
export function useWebhookCommand(id: number, path: string, done: string) {
  const client = useQueryClient();
  return useCommand<object>((body) => ({ path: `/webhook/${path}`, body: { id, ...body } }), {
    onSuccess: () => {
      notify({ tone: 'good', title: done });
      void client.invalidateQueries({ queryKey: WEBHOOKS });
    },
  });
}
