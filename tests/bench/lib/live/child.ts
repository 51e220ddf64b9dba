import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of the benchmark's own that carries out orders, several at a time. */
export interface Child {
  readonly pid: number;
  /** Its first message, sent before any request. */
  readonly greeting: <T>() => Promise<T>;
  readonly ask: <T>(order: object) => Promise<T>;
  readonly end: () => void;
}

type Reply = { readonly number: number } & ({ readonly result: unknown } | { readonly error: string });

const GREETING = 0;

/** Starts a script of this folder that is served by `serveOrders`. */
export function startChild(script: string): Child {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), { serialization: 'advanced' });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let orders = GREETING;
  const reply = <T>(number: number): Promise<T> => {
    const wait = waiting.get(number) ?? Promise.withResolvers<unknown>();
    waiting.set(number, wait);
    return wait.promise as Promise<T>;
  };
  child.on('message', (answer: Reply) => {
    void reply(answer.number).catch(() => undefined);
    if ('error' in answer) waiting.get(answer.number)?.reject(new Error(answer.error));
    else waiting.get(answer.number)?.resolve(answer.result);
  });
  return {
    pid: child.pid ?? 0,
    greeting: <T>() => reply<T>(GREETING),
    ask: <T>(order: object): Promise<T> => {
      orders += 1;
      child.send({ number: orders, order });
      return reply<T>(orders);
    },
    end: () => void child.kill('SIGKILL'),
  };
}

/** The child's side: carries out each order and sends back what came of it; ends with its parent. */
export function serveOrders<Order>(carryOut: (order: Order) => Promise<unknown>): void {
  process.on('message', ({ number, order }: { number: number; order: Order }) => {
    void carryOut(order).then(
      (result) => process.send?.({ number, result }),
      (error: unknown) => process.send?.({ number, error: String(error) }),
    );
  });
  process.once('disconnect', () => process.exit(0));
}

/** The child's first word. */
export function greet(result: unknown): void {
  process.send?.({ number: GREETING, result });
}
