import { useCommand } from '../../lib/api/use-command.ts';
import { WEBHOOKS } from './queries.ts';

/** A command on one endpoint that says when it is done. */
export function useWebhookCommand(id: number, path: 'ping' | 'resend' | 'rotate' | 'switch', done: string) {
  return useCommand((body: object) => ({ path: `/webhook/${path}` as const, body: { id, ...body } }), {
    invalidates: [WEBHOOKS],
    done,
  });
}
