import type { Letter } from '@atelier/contracts/messages/letter.ts';
import { signatureOf } from '../shared/webhook-signature.ts';
import type { SendLetter } from './send-message.commands.ts';

const TIMEOUT_MS = 20_000;
const SECOND_MS = 1_000;
/** Words of a client's error that may be otherwise in a while. */
const LATER = new Set([408, 425, 429]);

export interface GatewaySettings {
  readonly url: string;
  readonly secret: string;
}

/**
 * Messages to phones, handed to a gateway by a signed webhook: the headers of Standard Webhooks, with the message's id, by which the
 * gateway knows a repeated one.
 */
export function createGatewayChannel({ url, secret }: GatewaySettings): SendLetter {
  return async (letter, window, now) => {
    if (window.isOver()) return { kind: 'too_late' };
    const body = bodyOf(letter);
    const headers = headersOf(letter.id, body, { secret, now });
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const { ok, status } = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
      if (ok) return { kind: 'sent', to: letter.to };
      const isRefused = status >= 400 && status < 500 && !LATER.has(status);
      return { kind: 'failed', fault: isRefused ? 'refused' : 'unreachable' };
    } catch {
      return { kind: 'failed', fault: 'unclear' };
    }
  };
}

const bodyOf = ({ channel, to, from, language, words }: Letter): string =>
  JSON.stringify({
    type: 'message',
    channel,
    to,
    from: from.name,
    language,
    text: words.footer === '' ? words.body : `${words.body}\n\n${words.footer}`,
  });

function headersOf(id: string, body: string, { secret, now }: { secret: string; now: Date }) {
  const at = String(Math.floor(now.getTime() / SECOND_MS));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': signatureOf(secret, { id, timestamp: at, body }),
  };
}
