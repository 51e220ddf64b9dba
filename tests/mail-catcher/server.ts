import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { CaughtText, Phones } from './phones.ts';

/** A message as it was taken, whole, with its headers by their names in small letters. */
export interface CaughtMail {
  readonly id: string;
  readonly to: readonly string[];
  readonly headers: ReadonlyMap<string, string>;
  /** As it came over the wire. */
  readonly source: string;
  /** How often a message of this id came: a second one is the same message, and is not kept again. */
  times: number;
}

/** One body that came whole, also where its id had come before. */
export interface TakenMail extends Pick<CaughtMail, 'id' | 'to' | 'source'> {
  /** Steady milliseconds, as its last byte came. */
  readonly at: number;
}

export interface MailCatcher {
  /** For MAIL_URL. */
  readonly mailUrl: string;
  /** Page of what was caught. */
  readonly url: string;
  /** The oldest first, each id once. */
  readonly mails: () => readonly CaughtMail[];
  /** Every body in the order it came. */
  readonly taken: () => readonly TakenMail[];
  /** Called before a recipient is accepted, which a client waits for before it sends the body. */
  onRecipient: (address: string) => void | Promise<void>;
  /** Called before a message is taken: what it throws is a temporary refusal. */
  onMail: (id: string) => void | Promise<void>;
  readonly close: () => Promise<void>;
}

export interface CatcherOptions {
  readonly smtpPort?: number;
  readonly httpPort?: number;
  readonly most?: number;
  /** A gateway to phones on the same pages. */
  readonly phones?: Phones;
}

/** Mails kept by default; the oldest is dropped first. */
const MOST = 2_000;

/**
 * A mail server that keeps everything in memory and passes nothing on: in the demo nothing leaves the machine. As mailboxes of large
 * providers do, it knows a repeated message by its Message-ID.
 */
export async function startMailCatcher({
  smtpPort = 0,
  httpPort = 0,
  most = MOST,
  phones,
}: CatcherOptions = {}): Promise<MailCatcher> {
  const kept = new Map<string, CaughtMail>();
  const taken: TakenMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) => {
      Promise.resolve(catcher.onRecipient(address)).then(() => done(), done);
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        keep(Buffer.concat(parts).toString('utf8'), to).then(
          () => done(),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
      });
    },
  });
  const keep = async (source: string, to: readonly string[]): Promise<void> => {
    const headers = headersOf(source);
    const id = headers.get('message-id') ?? '';
    const at = performance.now();
    await catcher.onMail(id);
    taken.push({ id, to, source, at });
    if (taken.length > MOST) taken.shift();
    const before = kept.get(id);
    if (before !== undefined) before.times += 1;
    else kept.set(id, { id, to, headers, source, times: 1 });
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
  };
  const http = createServer((request, response) => {
    if (phones?.take(request, response) === true) return;
    const isTexts = request.url === '/texts.json';
    const isJson = isTexts || request.url === '/mails.json';
    response.setHeader('content-type', isJson ? 'application/json' : 'text/html; charset=utf-8');
    const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'";
    response.setHeader('content-security-policy', policy);
    const texts = (phones?.texts() ?? []).toReversed();
    if (isTexts) {
      response.end(JSON.stringify(texts));
      return;
    }
    const mails = [...kept.values()].toReversed();
    response.end(
      isJson
        ? JSON.stringify(mails.map(jsonOf))
        : pageOf(mails, phones === undefined ? '' : phonesPart(texts)),
    );
  });
  // A client that was killed in the midst of its words; the server goes on.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(smtpPort, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => http.listen(httpPort, '127.0.0.1', resolve));
  const catcher: MailCatcher = {
    mailUrl: `smtp://127.0.0.1:${portOf(smtp.server.address())}`,
    url: `http://127.0.0.1:${portOf(http.address())}`,
    mails: () => [...kept.values()],
    taken: () => taken,
    onMail: () => undefined,
    onRecipient: () => undefined,
    close: async () => {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(resolve)),
        new Promise<void>((resolve) => http.close(() => resolve())),
      ]);
    },
  };
  return catcher;
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

/** Headers, unfolded. */
function headersOf(source: string): ReadonlyMap<string, string> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** Words of a header that were encoded for the way (RFC 2047). */
export const decodedHeader = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, words: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(words, 'base64').toString('utf8')
        : unquoted(words.replaceAll('_', ' ')),
    );

/** The plain text of a message of ours: its first part, decoded. */
export function textOf({ source }: Pick<CaughtMail, 'source'>): string {
  // Where a part ends is said by the boundary alone: a signature begins with two hyphens too.
  const boundary = /boundary="?([^";\r\n]+)/i.exec(source)?.[1] ?? '';
  const part = /content-type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*)/i.exec(source);
  const head = source.slice(0, part?.index ?? 0) + (part?.[0].split('\r\n\r\n')[0] ?? '');
  const how = head.toLowerCase().lastIndexOf('content-transfer-encoding: base64');
  const body = (part?.[1] ?? '').split(boundary === '' ? /$/ : `\r\n--${boundary}`)[0] ?? '';
  if (how >= (part?.index ?? 0)) return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n');
  return unquoted(body.replaceAll('=\r\n', '')).replaceAll('\r\n', '\n');
}

/** Quoted-printable: everything that is not ASCII stands as bytes in hex. */
const unquoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const jsonOf = (mail: CaughtMail) => ({
  id: mail.id,
  to: mail.to,
  from: decodedHeader(mail.headers.get('from') ?? ''),
  subject: decodedHeader(mail.headers.get('subject') ?? ''),
  text: textOf(mail),
  times: mail.times,
});

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);

/** Texts to phones, and a form to write as the person who has one. */
function phonesPart(texts: readonly CaughtText[]): string {
  const parts = texts.map(
    ({ to, channel, text }) =>
      `<article><h2 dir="auto">${escaped(to)}</h2><p>${escaped(channel)}</p><pre dir="auto">${escaped(text)}</pre></article>`,
  );
  const form =
    '<form method="post" action="/write"><p><label>From <input name="from" placeholder="+33 …" required></label></p><p><label>Text<br><textarea name="text" rows="3" cols="40" required></textarea></label></p><button>Write to the shop</button></form>';
  return `<h1>Phones (${texts.length})</h1>${form}${parts.join('')}`;
}

function pageOf(mails: readonly CaughtMail[], phones: string): string {
  const parts = mails.map((mail) => {
    const { to, from, subject, text } = jsonOf(mail);
    const linked = escaped(text).replaceAll(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`);
    return `<article><h2 dir="auto">${escaped(subject)}</h2><p dir="auto">${escaped(from)} → ${escaped(to.join(', '))}</p><pre dir="auto">${linked}</pre></article>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Caught mail</title><style>body{font-family:system-ui;max-width:45rem;margin:2rem auto;padding:0 1rem}article{border-top:1px solid #ccc}pre{white-space:pre-wrap;overflow-wrap:anywhere}</style>${phones}<h1>Caught mail (${mails.length})</h1><p>Nothing of this has left the machine.</p>${parts.join('')}</html>`;
}
