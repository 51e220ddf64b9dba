import type { FoundInNav, SendingOutcome } from '@atelier/domain/nav/sending.ts';
import { z } from 'zod';
import { NavTrouble, wasHeldBack, wasTooLate, type NavGate } from './nav-gate.ts';
import { retryAfterMs } from '../jobs/retry-after.ts';
import type { NavSettings } from './nav-settings.ts';
import type { SalesOrder } from './sales-order.ts';

/** NAV as this product uses it: sales orders of one company, `api/v2.0` of Business Central. */
export interface NavClient {
  /** The documents NAV has under this number. @throws when NAV gives no certain answer */
  readonly ask: (externalNumber: string) => Promise<readonly FoundInNav[]>;
  /** Makes one. Never throws for what NAV or the network do: that is an outcome. */
  readonly create: (order: SalesOrder) => Promise<SendingOutcome>;
}

const orderShape = z.object({ id: z.string().min(1), number: z.string() });
const listShape = z.object({ value: z.array(orderShape) });
const errorShape = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Network failures after which the call surely never arrived. */
const NEVER_LEFT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** NAV does not know us, or the address is wrong: nothing is made, and no document is to blame. */
const OURS_TO_MEND = new Set([401, 403, 404, 405]);
const MEND_WAIT_MS = 60_000;
const QUIET_WITHOUT_A_WORD_MS = 10_000;

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly waitMs: number | null;
}

export function createNavClient(settings: NavSettings, gate: NavGate): NavClient {
  const orders = `${settings.url}/companies(${settings.company})/salesOrders`;
  const call = (url: string, init: RequestInit): Promise<Answer> =>
    gate.run(async (signal) => {
      const answer = await read(await fetch(url, { ...init, signal, headers: headersFor(settings) }));
      if (answer.status === 429) gate.quietFor(answer.waitMs ?? QUIET_WITHOUT_A_WORD_MS);
      // Thrown inside, so that the breaker counts it.
      if (answer.status >= 500) throw new NavTrouble(answer.status, ...wordsOf(answer));
      return answer;
    });
  return {
    ask: async (number) => {
      const filter = `externalDocumentNumber eq '${number.replaceAll("'", "''")}'`;
      const url = `${orders}?$filter=${encodeURIComponent(filter)}&$select=id,number`;
      const answer = await call(url, { method: 'GET' });
      if (answer.status !== 200) throw new NavTrouble(answer.status, ...wordsOf(answer));
      return listShape
        .parse(answer.body)
        .value.map(({ id, number: navNumber }) => ({ navId: id, navNumber }));
    },
    create: async (order) => {
      try {
        return outcomeOf(await call(orders, { method: 'POST', body: JSON.stringify(order) }));
      } catch (error) {
        return silenceOf(error, gate);
      }
    },
  };
}

/** Reading what was just written elsewhere needs the primary database, not a replica that lags behind it. */
function headersFor({ token, user }: NavSettings): Record<string, string> {
  const authorization =
    user === undefined ? `Bearer ${token}` : `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;
  return {
    authorization,
    accept: 'application/json',
    'content-type': 'application/json',
    'data-access-intent': 'ReadWrite',
  };
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, body: parsed(text), waitMs: retryAfterMs(response.headers) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wordsOf({ status, body }: Answer): readonly [string, string] {
  const said = errorShape.safeParse(body);
  return said.success ? [said.data.error.code, said.data.error.message] : [`http_${status}`, ''];
}

function outcomeOf(answer: Answer): SendingOutcome {
  const made = orderShape.safeParse(answer.body);
  if (answer.status < 300) {
    // Made, but the answer says not which: asking will.
    if (!made.success) return { kind: 'unknown', code: 'unreadable', message: '' };
    return { kind: 'sent', navId: made.data.id, navNumber: made.data.number };
  }
  const [code, message] = wordsOf(answer);
  if (answer.status === 429) return { kind: 'postponed', code, message, waitMs: answer.waitMs };
  if (OURS_TO_MEND.has(answer.status)) return { kind: 'postponed', code, message, waitMs: MEND_WAIT_MS };
  if (answer.status === 408 || answer.status < 400) return { kind: 'unknown', code, message };
  return { kind: 'rejected', code, message };
}

function silenceOf(error: unknown, gate: NavGate): SendingOutcome {
  if (wasHeldBack(error)) return notSent('circuit_open', gate);
  if (wasTooLate(error)) return { kind: 'unknown', code: 'timeout', message: '' };
  if (error instanceof NavTrouble) return { kind: 'unknown', code: error.code, message: error.message };
  const { cause } = z.object({ cause: z.object({ code: z.string() }) }).safeParse(error).data ?? {};
  if (cause !== undefined && NEVER_LEFT.has(cause.code)) return notSent('unreachable', gate);
  return { kind: 'unknown', code: 'connection_cut', message: '' };
}

function notSent(code: string, gate: NavGate): SendingOutcome {
  const until = gate.waitsUntil();
  const waitMs = until === null ? null : Math.max(0, until.getTime() - Date.now());
  return { kind: 'postponed', code, message: '', waitMs };
}
