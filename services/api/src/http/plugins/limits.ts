import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '../client-network.ts';
import { tooMany } from '../errors.ts';
import type { RouteLimit } from '../route.ts';
import { limitHeaders, type CountedLimit, type LimitName } from './limit-headers.ts';

/** An address stands for a whole shop behind one line, so it gets this many sessions' worth. */
const SESSIONS_PER_ADDRESS = 10;
const MINUTE_MS = 60_000;

/** Counts per node. Each throws 429 with `Retry-After` when the window is full; every response says what is left. */
export interface RequestLimiter {
  byAddress(request: FastifyRequest, route: RouteLimit | undefined): Promise<void>;
  bySession(request: FastifyRequest, sessionId: string): Promise<void>;
  byAccount(request: FastifyRequest, userId: number, route: RouteLimit | undefined): Promise<void>;
}

type Check = ReturnType<FastifyInstance['createRateLimit']>;

/** @param perMinute requests a minute by one session */
export async function requestLimiter(app: FastifyInstance, perMinute: number): Promise<RequestLimiter> {
  await app.register(rateLimit, { global: false, cache: 50_000, timeWindow: MINUTE_MS });
  const sessions = new WeakMap<FastifyRequest, string>();
  const address = app.createRateLimit({
    max: perMinute * SESSIONS_PER_ADDRESS,
    timeWindow: MINUTE_MS,
    keyGenerator: networkOf,
  });
  const session = app.createRateLimit({
    max: perMinute,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => sessions.get(request) ?? networkOf(request),
  });
  const accounts = new WeakMap<FastifyRequest, number>();
  const accountOf = (request: FastifyRequest): string => `account ${accounts.get(request) ?? ''}`;
  const routes = new Map<RouteLimit, Check>();
  const enforce = sayWhatIsLeft(app);
  return {
    async byAddress(request, route) {
      await enforce('address', address, request);
      if (route !== undefined) await enforce('call', routeCheck(app, routes, route, networkOf), request);
    },
    async bySession(request, sessionId) {
      sessions.set(request, sessionId);
      await enforce('session', session, request);
    },
    async byAccount(request, userId, route) {
      if (route === undefined) return;
      accounts.set(request, userId);
      await enforce('account', routeCheck(app, routes, route, accountOf), request);
    },
  };
}

const networkOf = (request: FastifyRequest): string => clientNetwork(request.ip);

function routeCheck(
  app: FastifyInstance,
  known: Map<RouteLimit, Check>,
  route: RouteLimit,
  keyGenerator: (request: FastifyRequest) => string,
): Check {
  const found = known.get(route);
  if (found !== undefined) return found;
  const check = app.createRateLimit({
    max: route.max,
    timeWindow: route.windowMs,
    keyGenerator,
  });
  known.set(route, check);
  return check;
}

type Enforce = (name: LimitName, check: Check, request: FastifyRequest) => Promise<void>;

/** Counts a request, refuses it when the window is full, and has its response say what is left. */
function sayWhatIsLeft(app: FastifyInstance): Enforce {
  const counted = new WeakMap<FastifyRequest, CountedLimit[]>();
  app.addHook('onSend', async (request, reply) => {
    const limits = counted.get(request);
    if (limits !== undefined) reply.headers(limitHeaders(limits));
  });
  return async (name, check, request) => {
    const state = await check(request);
    if (state.isAllowed) return;
    const { max, timeWindow: windowMs, remaining, ttlInSeconds: resetSeconds } = state;
    const limits = counted.get(request) ?? [];
    counted.set(request, [...limits, { name, max, windowMs, remaining, resetSeconds }]);
    if (state.isExceeded) throw tooMany(resetSeconds);
  };
}
