import { currentSession } from '../session/session-store.ts';

type Check = () => Promise<unknown>;
let check: Check = () => Promise.resolve();
let signedIn = '';
let taken: Promise<unknown> = Promise.resolve();

/** Given once at start: asks the server who was erased, and takes what this device keeps of them away. */
export const connectErasures = (given: Check): void => void (check = given);

/** Resolves once this sign-in has taken away what erased persons left here: nothing stored is read before. */
export function erasuresTaken(): Promise<unknown> {
  const token = currentSession()?.token;
  if (token && token !== signedIn) {
    signedIn = token;
    taken = check();
  }
  return taken;
}
