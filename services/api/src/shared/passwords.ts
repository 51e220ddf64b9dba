import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../http/errors.ts';

/** 19 MiB, two passes, one lane (product/reliability.md §29); argon2id is the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = 2;
const MAX_WAITING = 64;

/** A hash of the cost above that no password fits: unknown accounts take as long as known ones. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

let running = 0;
const waiting: (() => void)[] = [];

/** An argon2id string to store. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/** Whether the password fits. Without a stored hash the same work is done and the answer is no. */
export function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  return inTurn(async () => {
    const fits = await verify(stored ?? NOBODY, password);
    return fits && typeof stored === 'string';
  });
}

/**
 * At most two hashes at once in a process, so that a flood of sign-ins does not starve other requests of
 * memory or time.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await queue();
  else running += 1;
  try {
    return await work();
  } finally {
    // The turn passes directly to the next waiter, so no other caller can take it in between.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function queue(): Promise<void> {
  if (waiting.length >= MAX_WAITING) throw unavailable('sign_in_busy');
  return new Promise((resolve) => waiting.push(resolve));
}
