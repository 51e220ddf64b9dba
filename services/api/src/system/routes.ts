import { toInstant } from '@atelier/domain/kernel.ts';
import {
  changeConfigBody,
  rulesResponse,
  systemConfigResponse,
  withdrawChangeBody,
  type RulesView,
} from '@atelier/contracts/system/schema.ts';
import type { Setting } from '@atelier/domain/system/setting-schema.ts';
import { readValue, settingOf } from '@atelier/domain/system/settings.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import { changeConfig, withdrawChange } from '@atelier/application/system/config.commands.ts';
import { findSystemConfig, unknownPlaces } from '@atelier/application/system/config.queries.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField } from '../http/errors.ts';
import { rejected } from '../http/rejections.ts';
import { healthOfHouseRoutes } from './health/routes.ts';
import { defineRoute } from '../http/route.ts';

const READ = { permission: 'view system config', scope: 'house' } as const;
const CHANGE = { permission: 'engine system config', scope: 'house' } as const;

/** The configuration (product/system.md §1): versioned values with an effective date, an author and a reason. */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
  healthOfHouseRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...READ,
    method: 'GET',
    url: '/system/config',
    summary: 'Every setting: value in force, planned changes, and who changed it, when and why',
    response: systemConfigResponse,
    handler: () => configResponse(deps),
  });
  defineRoute(app, {
    method: 'GET',
    url: '/system/rules',
    forWalls: true,
    permission: 'session',
    scope: 'none',
    summary: 'The values in force that screens need, and when the next change takes effect',
    response: rulesResponse,
    handler: async () => ok(rulesOf(deps.policy(), deps.nextPolicyAt())),
  });
}

async function configResponse(deps: ApiDeps, position?: number) {
  const config = await findSystemConfig(deps.db, deps.store, deps.clock.now());
  const written = position === undefined ? {} : { message: 'update success', position };
  return ok(config, { version: config.revision, ...written });
}

function changeRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...CHANGE,
    method: 'PUT',
    url: '/system/config',
    summary: 'Change one value from a moment on (at once without one), with a reason; If-Match is honoured',
    body: changeConfigBody,
    response: systemConfigResponse,
    handler: async (input) => {
      const { key, value, effective_at: moment, reason } = input.body;
      await demandValue(deps, key, value);
      const effectiveAt = moment === undefined ? null : toInstant(Date.parse(moment));
      const change = { key, value, effectiveAt, reason };
      return configResponse(deps, await positionOf(changeConfig(services(), callerOf(input), change)));
    },
  });
  defineRoute(app, {
    ...CHANGE,
    method: 'POST',
    url: '/system/config/withdraw',
    summary: 'Withdraw a planned change before it takes effect, with a reason',
    body: withdrawChangeBody,
    response: systemConfigResponse,
    handler: async (input) =>
      configResponse(deps, await positionOf(withdrawChange(services(), callerOf(input), input.body))),
  });

  function services() {
    return commandServices(deps);
  }
}

async function positionOf(outcome: ReturnType<typeof changeConfig>): Promise<number> {
  return accepted(await outcome).position;
}

/** A bad value is reported at its field, with what it may be. */
async function demandValue(deps: ApiDeps, key: string, given: unknown): Promise<void> {
  const setting = settingOf(key);
  if (setting === undefined) throw rejected({ code: 'setting_unknown' });
  const read = readValue(setting, given);
  if ('code' in read) throw badField('value', read.code, sentenceOf(setting));
  const unknown = await unknownPlaces(deps.db, setting, read.value);
  if (unknown.length === 0) return;
  const code = setting.kind === 'countries' ? 'unknown_country' : 'unknown_site';
  throw badField('value', code, `Unknown: ${unknown.join(', ')}.`);
}

function sentenceOf({ kind, min, max }: Setting): string {
  switch (kind) {
    case 'number':
      return `A whole number from ${min} to ${max}.`;
    case 'flag':
      return 'Yes or no.';
    case 'schedule':
      return 'Off, an interval in minutes, a time of day, or a day of the week with a time; in UTC.';
    case 'stage':
      return 'Whole target hours (1–2000) and a limit of pieces (1–10000), each may be left out.';
    case 'countries':
      return 'Country codes of two letters.';
    case 'factories':
      return 'Ids of factories.';
    case 'sites':
      return 'Ids of factories and warehouses.';
    case 'retention':
      return 'A retention schedule.';
    case 'texts':
      return `A text of at most ${max} characters in each of the seven languages.`;
    case 'amounts':
      return 'An amount in minor units for each currency by its code of three letters, such as {"EUR": 100000}.';
  }
}

const benchesByStage = (benches: Policy['weighBefore']) =>
  Object.fromEntries(Object.entries(benches).map(([status, sites]) => [status, [...sites]]));

function rulesOf(policy: Policy, next: string | null): RulesView {
  return {
    version: policy.version,
    next_change_at: next,
    undo_ms: policy.undoMs,
    ready_to_ship_over_ms: policy.readyToShipOverMs,
    waiting_over_ms: policy.waitingOverMs,
    warranty_years: policy.warrantyYears,
    extended_warranty_months: policy.extendedWarrantyMonths,
    exchange_months: policy.exchangeMonths,
    extended_exchange_months: policy.extendedExchangeMonths,
    remark_words: policy.remarkWords,
    max_items_per_rma: policy.maxItemsPerRma,
    clearing_limit: policy.clearingLimit,
    factories: policy.factories === null ? null : [...policy.factories],
    validate_on_scan: benchesByStage(policy.validateOnScan),
    weigh_before: benchesByStage(policy.weighBefore),
    demand_return_weight: policy.demandReturnWeight,
    weight_tolerance: policy.weightTolerance,
    stage_tolerances: { ...policy.stageTolerances },
    image_bytes: policy.imageBytes,
    image_edge: policy.imageEdge,
    demand_exchange_survey: policy.demandExchangeSurvey,
    demand_gold_checks: policy.demandGoldChecks,
    demand_images: policy.demandImages,
  };
}
