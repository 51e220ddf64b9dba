import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { administer } from './admin.ts';
import { Faults } from './faults.ts';
import { answerItems } from './items.ts';
import { isAuthorised, sendError, sendJson } from './odata.ts';
import { SalesOrders } from './orders.ts';
import { answerSalesOrders } from './sales-orders.ts';

export interface SimulatorOptions {
  /** 0 = any free one. */
  readonly port?: number;
  readonly seed?: number;
  readonly token?: string;
}

/** What a listener hears of: a question, a call that creates, a document just made and not answered yet. */
export type Moment = 'asked' | 'called' | 'created';

/** What every answer is made from. */
export interface Nav {
  readonly tell: (moment: Moment) => void;
  readonly faults: Faults;
  readonly orders: SalesOrders;
}

export interface NavSimulator {
  /** What `NAV_URL` takes: up to and with `/api/v2.0`. */
  readonly url: string;
  readonly port: number;
  readonly company: string;
  readonly token: string;
  readonly nav: Nav;
  /** Hears of every call as it comes, and of every document as it is made. */
  readonly listen: (listener: (moment: Moment) => void) => void;
  readonly close: () => Promise<void>;
}

/** The one company this NAV keeps books for. */
export const COMPANY = { id: 'b6f1a3c2-5d0e-4a58-9a6b-3f2f6f0c7d11', name: 'MAISON' } as const;
export const DEFAULT_TOKEN = 'simulated-nav-token';

/**
 * Starts a stand-in for Business Central on the loopback interface: OData v4 at `/api/v2.0`, and `/_simulator` to
 * choose its faults and see what it holds.
 */
export async function startNavSimulator(options: SimulatorOptions = {}): Promise<NavSimulator> {
  const token = options.token ?? DEFAULT_TOKEN;
  const listeners: ((moment: Moment) => void)[] = [];
  const tell = (moment: Moment): void => listeners.forEach((listener) => listener(moment));
  const nav: Nav = { tell, faults: new Faults(options.seed ?? 1), orders: new SalesOrders() };
  const server = createServer((request, response) => {
    answer(nav, token, request, response).catch((error: unknown) => failed(response, error));
  });
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}/api/v2.0`,
    port,
    company: COMPANY.id,
    token,
    nav,
    listen: (listener) => void listeners.push(listener),
    close: () => close(server),
  };
}

/** An entity set below a company. */
export type Answer = (
  nav: Nav,
  call: { readonly request: IncomingMessage; readonly response: ServerResponse; readonly url: URL },
  /** The key in parentheses, if any. */
  key: string | undefined,
) => Promise<void>;

/** Every entity set of a company. A new one adds its line here. */
const ENTITY_SETS: Readonly<Record<string, Answer>> = {
  items: answerItems,
  salesOrders: answerSalesOrders,
};

const IN_COMPANY = /^\/api\/v2\.0\/companies\(([0-9a-fA-F-]{36})\)\/(\w+)(?:\(([^)]*)\))?$/;

async function answer(
  nav: Nav,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname.startsWith('/_simulator/')) return administer(nav, request, response, url);
  if (!isAuthorised(request, token)) {
    return sendError(
      response,
      401,
      'Authentication_InvalidCredentials',
      'The server has rejected the client credentials.',
    );
  }
  if (url.pathname === '/api/v2.0/companies') {
    return sendJson(response, 200, {
      '@odata.context': `${url.origin}/api/v2.0/$metadata#companies`,
      value: [COMPANY],
    });
  }
  const [, company, set = '', key] = IN_COMPANY.exec(decodeURI(url.pathname)) ?? [];
  if (company === undefined || company.toLowerCase() !== COMPANY.id) {
    return sendError(response, 404, 'Internal_CompanyNotFound', 'The company does not exist.');
  }
  const answerSet = ENTITY_SETS[set];
  if (answerSet === undefined) {
    return sendError(response, 404, 'BadRequest_NotFound', `Resource not found for the segment '${set}'.`);
  }
  await answerSet(nav, { request, response, url }, key);
}

/** Defects and cut connections end the call; the next one is answered again. */
function failed(response: ServerResponse, error: unknown): void {
  if (error instanceof SyntaxError) return sendError(response, 400, 'BadRequest', 'The body is no JSON.');
  if (error instanceof RangeError) return sendError(response, 413, 'RequestEntityTooLarge', error.message);
  response.destroy();
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
