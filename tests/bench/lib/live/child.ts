import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of the benchmark's own that carries out one order after the other. */
export interface Child {
  readonly pid: number;
  /** The next answer it sends: to an order, or without one what it says by itself first. */
  readonly ask: <T>(order?: object) => Promise<T>;
  readonly end: () => void;
}

type Reply = { readonly result: unknown } | { readonly error: string };

/** Starts a script of this folder. */
export function startChild(script: string): Child {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), { serialization: 'advanced' });
  return {
    pid: child.pid ?? 0,
    ask: <T>(order?: object): Promise<T> => {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      child.once('message', (reply: Reply) => {
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.result as T);
      });
      if (order !== undefined) child.send(order);
      return promise;
    },
    end: () => void child.kill('SIGKILL'),
  };
}
