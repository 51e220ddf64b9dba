import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import { read } from '../api/client.ts';
import { queryClient } from '../query/query-client.ts';
import { currentSession, updateSession } from './session-store.ts';

const ASK_MS = 8_000;

/** Who is signed in here from now on. What was read for another worker is forgotten first. */
export function adoptView(view: SessionView): void {
  const before = currentSession()?.view;
  if (before === undefined) return;
  if (JSON.stringify(before) === JSON.stringify(view)) return;
  if (before.worker?.id !== view.worker?.id) queryClient.clear();
  updateSession(view);
}

/** Reads again what this session may do: rights and the worker may have changed. Without an answer all stays as it was. */
export async function refreshSession(): Promise<void> {
  const token = currentSession()?.token;
  if (!token) return;
  const answer = await read('/auth/session', {}, { timeout: ASK_MS }).catch(() => null);
  if (answer !== null && currentSession()?.token === token) adoptView(answer.data);
}
