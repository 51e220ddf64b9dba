import { signInAs, type ApiWorld } from '@atelier/api/testing/testing-api.ts';
import { connectApi } from '@atelier/web/src/lib/api/client.ts';
import { runOutside } from './lib/actors.ts';
import type { Stage } from './stage.ts';

/** The browser's way to a real API: what the counter's tabs call. For the process of the harness only. */
export async function connectCounter(api: ApiWorld): Promise<void> {
  const { app } = await api.node({ isStill: true });
  const token = await signInAs(app, 'paris');
  const nothing = (): void => undefined;
  connectApi({
    token: () => token,
    loginType: () => null,
    onSessionEnded: nothing,
    onAnswer: nothing,
    onRefusal: () => Promise.resolve(),
  });
  Object.assign(globalThis, {
    localStorage: { getItem: () => 'counter-1', setItem: nothing },
    fetch: async (url: string, { headers, body }: { headers: Headers; body: string }) => {
      const request = {
        method: 'POST',
        url,
        headers: Object.fromEntries(headers.entries()),
        payload: body,
      } as const;
      const answer = await app.inject(request);
      return new Response(answer.body, { status: answer.statusCode });
    },
  });
}

/** One call of the counter, carried out whole before anything else goes on. */
export const whileCounterCalls = <T>(stage: Stage, call: () => Promise<T>): Promise<T> =>
  stage.scheduler.flights.follow(undefined, () => runOutside(call));
