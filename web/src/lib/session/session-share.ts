import { type StoredSession, adoptSession, currentSession, endSession } from './session-store.ts';

/**
 * The session lives in one window's session storage. A row opened in a new tab would ask for the password again, so a
 * window without a session asks its siblings on this device; and a sign-out in one signs all of them out.
 * The sign-in page itself never asks: who opens it wants to sign in, perhaps with another account.
 */
type Message =
  | { type: 'ask' }
  | { type: 'answer'; session: StoredSession }
  | { type: 'ended'; token: string };

const ASK_MS = 120;
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('atelier.session');

export function listenToSiblings(): void {
  channel?.addEventListener('message', (event: MessageEvent<Message>) => {
    const session = currentSession();
    // A wall's session is of no use in another window.
    if (event.data.type === 'ask' && session && session.view.wall !== true)
      channel.postMessage({ type: 'answer', session } satisfies Message);
    // The guard redirects a user without a session to the sign-in.
    if (event.data.type === 'ended' && session?.token === event.data.token) endSession();
  });
}

/** Tells the other windows that this sign-in is over. */
export function tellSiblingsEnded(token: string): void {
  channel?.postMessage({ type: 'ended', token } satisfies Message);
}

/** Waits up to 120 ms for a sibling's session. */
export async function askSiblings(): Promise<void> {
  if (!channel || currentSession()) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ASK_MS);
    const onAnswer = (event: MessageEvent<Message>) => {
      if (event.data.type !== 'answer' || currentSession()) return;
      adoptSession(event.data.session);
      done();
    };
    function done() {
      clearTimeout(timer);
      channel?.removeEventListener('message', onAnswer);
      resolve();
    }
    channel.addEventListener('message', onAnswer);
    channel.postMessage({ type: 'ask' } satisfies Message);
  });
}
