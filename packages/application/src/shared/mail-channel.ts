import { createTransport } from 'nodemailer';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { SendWindow } from './send-window.ts';

/** A finished mail. */
interface Mail {
  /** The same at every attempt: a recipient recognises a duplicate by it. */
  readonly id: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly words: { readonly subject: string; readonly body: string; readonly footer: string };
  readonly language: string;
  /** Where its recipient ends mails, on a page and in one step. */
  readonly optOut: string;
}

type MailOutcome =
  | { readonly kind: 'sent'; readonly to: string }
  | { readonly kind: 'failed'; readonly fault: 'refused' | 'unreachable' | 'unclear' }
  | { readonly kind: 'too_late' };

/** Hands one mail to the server: nothing once the window is over. */
export type SendMail = (mail: Mail, window: SendWindow) => Promise<MailOutcome>;

const CONNECT_MS = 15_000;
const SILENT_MS = 20_000;
const REFUSED_FROM = 500;

/** What an error of the library says that decides anything. */
const problem = z.object({ responseCode: z.number().optional(), code: z.string().optional() });

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(host);

/**
 * E-mail over SMTP. `url` is `smtp://user:password@host:port`, where the server must offer STARTTLS unless it is on this machine,
 * or `smtps://…`. Nothing is sent once the window is over, wherever in the dialogue with the server that is.
 */
export function createMailChannel(url: string, publicUrl: string): SendMail {
  const options = {
    url,
    // Names, addresses and links go in clear only to a server on this machine.
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const host = new URL(publicUrl).hostname;
  return async (letter, window) => {
    let hasLeft = false;
    const transport = createTransport(options).use('stream', ({ message }, done) => {
      const mayEnd = (): boolean => (hasLeft = !window.isOver());
      message?.processFunc((body) => Readable.from(endedOnlyIf(mayEnd, body)));
      done();
    });
    try {
      const signal = AbortSignal.timeout(window.leftMs());
      await transport.sendMail({ ...mailOf(letter, host), signal });
      return { kind: 'sent', to: letter.to };
    } catch (error) {
      if (!hasLeft && window.isOver()) return { kind: 'too_late' };
      return { kind: 'failed', fault: faultOf(error) };
    }
  };
}

/** Read once the server waits for the body. Its end, which makes the server take it, is a failure where it comes too late. */
async function* endedOnlyIf(mayEnd: () => boolean, body: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  yield* body;
  if (!mayEnd()) throw new Error('the message is too late');
}

function mailOf({ id, from, to, words, language, optOut }: Mail, host: string) {
  return {
    messageId: `<${id}@${host}>`,
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    subject: words.subject,
    text: `${words.body}\n\n-- \n${words.footer}\n`,
    html: htmlOf(words, language),
    headers: {
      'List-Unsubscribe': `<${optOut}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
    },
  };
}

/** The same words, with links that can be followed and the direction of the language. */
function htmlOf({ body, footer }: Mail['words'], language: string): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const paragraphs = body.split(/\n{2,}/).map((part) => `<p>${withLinks(part)}</p>`);
  return `<!doctype html><html lang="${language}" dir="${direction}"><body style="font-family:sans-serif;line-height:1.5">${paragraphs.join('')}<hr><p style="font-size:small">${withLinks(footer)}</p></body></html>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const withLinks = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
    .replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
    .replaceAll('\n', '<br>');

/** A word of 5xx is for good; everything else may be otherwise in a while. */
function faultOf(error: unknown): 'refused' | 'unreachable' | 'unclear' {
  const { responseCode, code } = problem.safeParse(error).data ?? {};
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'unreachable';
  if (responseCode !== undefined) return responseCode >= REFUSED_FROM ? 'refused' : 'unreachable';
  if (code === 'EENVELOPE') return 'refused';
  return code === 'ECONNECTION' || code === 'ESOCKET' || code === 'EDNS' || code === 'ETLS'
    ? 'unreachable'
    : 'unclear';
}
