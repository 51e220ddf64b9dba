import type { Pool, PoolClient } from 'pg';

/** A pool of a process that can be stopped: while it is, no statement is sent and no connection is given out. */
export interface PausablePool {
  readonly pool: Pool;
  readonly pause: () => void;
  readonly resume: () => void;
}

export function pausablePool(pool: Pool): PausablePool {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const waiting = <Member>(target: object, name: string): Member =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same member, after the gate
    (async (...args: unknown[]) => {
      await gate.promise;
      return Reflect.apply(Reflect.get(target, name) as () => unknown, target, args);
    }) as Member;
  const withMembers = <Target extends object>(target: Target, members: Readonly<Record<string, unknown>>) =>
    new Proxy(target, {
      get: (object, key) => {
        if (typeof key === 'string' && key in members) return members[key];
        const value: unknown = Reflect.get(object, key, object);
        return typeof value === 'function' ? value.bind(object) : value;
      },
    });
  const connect = async (): Promise<PoolClient> => {
    await gate.promise;
    const client = await pool.connect();
    return withMembers(client, { query: waiting(client, 'query') });
  };
  return {
    pool: withMembers(pool, { connect, query: waiting(pool, 'query') }),
    pause: () => (gate = Promise.withResolvers()),
    resume: () => gate.resolve(),
  };
}
