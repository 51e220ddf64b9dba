import { createHmac } from 'node:crypto';
import type { MessageOutcome } from '@atelier/domain/messages/decide.ts';
import type { Letter } from '@atelier/contracts/messages/letter.ts';
import type { GatewaySettings } from './message-settings.ts';

const TIMEOUT_MS = 20_000;
const SECOND_MS = 1_000;
/** Words of a client's error that may be otherwise in a while. */
const LATER = new Set([408, 425, 429]);

/**
 * Messages to phones, handed to a gateway by a signed webhook: the headers of Standard Webhooks, with the message's id, by which the
 * gateway knows a repeated one.
 */
export async function sendToGateway(
  { url, secret }: GatewaySettings,
  letter: Letter,
  now: Date,
): Promise<MessageOutcome> {
  const body = JSON.stringify({
    type: 'message',
    channel: letter.channel,
    to: letter.to,
    from: letter.from.name,
    language: letter.language,
    text: `${letter.words.body}\n\n${letter.words.footer}`,
  });
  const at = String(Math.floor(now.getTime() / SECOND_MS));
  const signature = createHmac('sha256', secret).update(`${letter.id}.${at}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': letter.id,
    'webhook-timestamp': at,
    'webhook-signature': `v1,${signature}`,
  };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { ok, status } = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    if (ok) return { kind: 'sent', to: letter.to };
    const isRefused = status >= 400 && status < 500 && !LATER.has(status);
    return { kind: 'failed', fault: isRefused ? 'refused' : 'unreachable' };
  } catch {
    return { kind: 'failed', fault: 'unclear' };
  }
}
