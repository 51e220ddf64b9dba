import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { randomUUID } from 'node:crypto';
import { recordReadings } from './audit/record-readings.ts';
import { measureSealing } from './audit/sealing-metric.ts';
import { CommitWatch } from './http/commit-watch.ts';
import type { ApiDeps } from './http/deps.ts';
import { Readiness, healthRoutes } from './http/health.ts';
import { measureBackups } from './system/backups/backup-metric.ts';
import { measureSiem } from './system/siem/siem-metric.ts';
import { measureDifferences } from './system/consistency/difference-metric.ts';
import { measureRequests } from './http/metrics.ts';
import { metricsRoute } from './http/metrics-route.ts';
import { collectContracts, openApiRoute } from './openapi/openapi.ts';
import { compressResponses } from './http/plugins/compress.ts';
import { answerUnknownPath, handleFailures } from './http/plugins/failures.ts';
import { guardRoutes } from './http/plugins/guard.ts';
import { noteShopNetworks } from './http/shop-networks.ts';
import { readJsonBodies } from './http/plugins/json-body.ts';
import { requestLimiter } from './http/plugins/limits.ts';
import { measureReplication } from './http/replication-metric.ts';
import { keepRouteTable } from './http/route-table.ts';
import { crossOrigin, secureHeaders } from './http/security.ts';
import { SLICES, type ApiSlice } from './slices.ts';
import { serveScreens } from './static.ts';

const REQUEST_TIMEOUT_MS = 60_000;

/**
 * Builds the API over its dependencies; the caller listens, and closes.
 * @param slices another list for tests of the core itself
 * @throws when a route under `/api` is not declared
 */
export async function buildApp(
  deps: ApiDeps,
  slices: readonly ApiSlice[] = SLICES,
): Promise<FastifyInstance> {
  const app = createServer(deps);
  handleFailures(app, deps.metrics);
  sendClientsAway(app);
  readJsonBodies(app);
  measureRequests(app, deps.metrics);
  measureDifferences(deps.metrics.registry, deps.db);
  measureBackups(deps.metrics.registry, deps.db, deps.clock);
  measureSiem(deps.metrics.registry, deps);
  measureSealing(deps.metrics.registry, deps);
  measureReplication(deps.metrics.registry, deps);
  keepRouteTable(app);
  secureHeaders(app, deps.config);
  await crossOrigin(app, deps.config);
  await compressResponses(app);
  await collectContracts(app, deps.config);
  const limiter = await requestLimiter(app, deps.config.rateLimit);
  guardRoutes(app, deps.authenticator, limiter, noteShopNetworks(deps), deps.config);
  recordReadings(app, deps);
  await app.register(async (api) => registerSlices(api, deps, slices), { prefix: '/api' });
  await serveScreens(app, deps.config);
  return app;
}

function createServer(deps: ApiDeps): FastifyInstance {
  const { config } = deps;
  const loggerInstance: FastifyBaseLogger = deps.log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    bodyLimit: config.bodyLimit,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    // Paths that cannot be read come past every hook, hence without the headers the others have.
    frameworkErrors: (_error, request, reply) =>
      void answerUnknownPath(request, reply.header('x-content-type-options', 'nosniff')),
  });
  app.decorate('clock', deps.clock);
  app.decorate('waitForProjections', deps.waitForProjections);
  app.decorate('commits', new CommitWatch(deps.unconfirmedForMs, deps.log));
  app.decorate('readiness', new Readiness());
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

/** Once draining, every answer asks its client to come back on another connection, hence to another node. */
function sendClientsAway(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (app.readiness.draining) reply.header('connection', 'close');
  });
}

async function registerSlices(
  api: FastifyInstance,
  deps: ApiDeps,
  slices: readonly ApiSlice[],
): Promise<void> {
  api.setNotFoundHandler(answerUnknownPath);
  healthRoutes(api, deps);
  metricsRoute(api, deps.metrics, deps.config.metricsToken);
  openApiRoute(api);
  let section = 'service';
  // The description of the API groups calls by it.
  api.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, tags: [section] };
  });
  for (const slice of slices) {
    section = slice.name;
    await slice.routes(api, deps);
  }
}
