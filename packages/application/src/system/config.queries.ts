import { toInstant, type Actor } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY, type Policy } from '@atelier/domain/policy.ts';
import {
  inOrderOfEffect,
  nextChangeMs,
  policyAt,
  policyTimeline,
  type ConfigChange,
} from '@atelier/domain/system/config.ts';
import type { ConfigChangeView, SettingView, SystemConfigView } from '@atelier/contracts/system/schema.ts';
import { CONFIG_STREAM } from '@atelier/domain/system/events.ts';
import { isRetentionSchedule } from '@atelier/domain/shared/retention.ts';
import type { ConfigValue, SettingKind, StageValue } from '@atelier/domain/system/contract.ts';
import type { Setting } from '@atelier/domain/system/setting-schema.ts';
import { SETTINGS } from '@atelier/domain/system/settings.ts';
import type { SiteKind } from '@atelier/domain/reference/contract.ts';
import type { Kysely } from 'kysely';
import { findNames } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { inForceOf, readInstallation, type InForce } from './in-force.queries.ts';
import { configOf } from './policy-source.queries.ts';

/** Everything the configuration screen shows: what holds, what is planned, and who wrote what down when and why. */
export async function findSystemConfig(
  db: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  now: Date,
): Promise<SystemConfigView> {
  const { events, version: revision } = await store.readStream(CONFIG_STREAM);
  const state = configOf(events);
  const timeline = policyTimeline(state);
  const policy = policyAt(timeline, now.getTime());
  const next = nextChangeMs(timeline, now.getTime());
  const [nameOf, installation] = await Promise.all([authorsOf(db, state.changes), readInstallation(db)]);
  const inEffect = inOrderOfEffect(state);
  const reading = { changes: state.changes, inEffect, policy, now, nameOf, installation };
  return {
    version: policy.version,
    revision,
    next_change_at: next === null ? null : toInstant(next),
    as_of: now.toISOString(),
    settings: SETTINGS.map((setting) => settingView(setting, reading)),
  };
}

interface Reading {
  readonly changes: readonly ConfigChange[];
  readonly inEffect: readonly ConfigChange[];
  readonly policy: Policy;
  readonly now: Date;
  readonly nameOf: (by: Actor) => string;
  readonly installation: ReadonlyMap<string, InForce>;
}

function settingView(setting: Setting, reading: Reading): SettingView {
  const { changes, inEffect, policy, now, nameOf } = reading;
  const { key, group, kind, unit, min, max, nullable, status } = setting;
  const view = (change: ConfigChange): ConfigChangeView => changeView(change, nameOf);
  const own = inEffect.filter((change) => change.key === key);
  const holds = (change: ConfigChange): boolean => Date.parse(change.effectiveAt) <= now.getTime();
  const last = own.findLast(holds);
  const since = last === undefined ? null : view(last);
  const value = plain(setting.read(policy));
  return {
    key,
    group,
    kind,
    unit,
    min,
    max,
    nullable,
    status,
    value,
    ...inForceOf({ key, kind, value, since }, reading.installation),
    initial: plain(setting.read(DEFAULT_POLICY)),
    since,
    scheduled: own.filter((change) => !holds(change)).map(view),
    history: changes
      .filter((change) => change.key === key)
      .map(view)
      .toReversed(),
  };
}

function changeView(change: ConfigChange, nameOf: (by: Actor) => string): ConfigChangeView {
  const { withdrawn } = change;
  return {
    change: change.change,
    value: plain(change.value),
    previous: plain(change.previous),
    effective_at: change.effectiveAt,
    reason: change.reason,
    author: nameOf(change.by),
    changed_at: change.at,
    withdrawn:
      withdrawn === null
        ? null
        : { reason: withdrawn.reason, author: nameOf(withdrawn.by), at: withdrawn.at },
  };
}

const isList = (value: ConfigValue): value is readonly string[] | readonly number[] => Array.isArray(value);

const isStage = (value: object): value is StageValue => 'sites' in value;

/** A value that may be written on: the wire's JSON is not readonly. */
function plain(value: ConfigValue): ConfigChangeView['value'] {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return [...value];
  if (isRetentionSchedule(value))
    return { ...value, countries: value.countries.map((term) => ({ ...term })) };
  return isStage(value) ? { ...value, sites: value.sites.map((site) => ({ ...site })) } : { ...value };
}

async function authorsOf(
  db: Kysely<Database>,
  changes: readonly ConfigChange[],
): Promise<(by: Actor) => string> {
  const authors = changes.flatMap(({ by, withdrawn }) =>
    [by.userId ?? [], withdrawn?.by.userId ?? []].flat(),
  );
  const { users } = await findNames(db, authors);
  return ({ userId }) => users.get(userId ?? 0) ?? '';
}

/** Codes that no country has, and numbers that are no factory: what a list of places may not hold. */
export async function unknownPlaces(
  db: Kysely<Database>,
  { kind }: Pick<Setting, 'kind'>,
  value: ConfigValue,
): Promise<readonly (string | number)[]> {
  if (kind === 'stage') return unknownSites(db, value);
  if (!Array.isArray(value) || value.length === 0) return [];
  const known = kind === 'countries' ? await countryCodes(db) : await siteIds(db, KINDS_OF[kind] ?? []);
  return value.filter((each: string | number) => !known.has(each));
}

async function unknownSites(db: Kysely<Database>, value: ConfigValue): Promise<readonly number[]> {
  if (value === null || typeof value !== 'object' || !isStage(value) || value.sites.length === 0) return [];
  const known = await siteIds(db, ['warehouse', 'factory']);
  return value.sites.map(({ site_id: id }) => id).filter((id) => !known.has(id));
}

async function countryCodes(db: Kysely<Database>): Promise<ReadonlySet<string | number>> {
  const rows = await db.selectFrom('countries').select('code').execute();
  return new Set(rows.map(({ code }) => code));
}

/** Which sites a list of this kind may name. */
const KINDS_OF: Readonly<Partial<Record<SettingKind, readonly SiteKind[]>>> = {
  factories: ['factory'],
  sites: ['warehouse', 'factory'],
};

async function siteIds(
  db: Kysely<Database>,
  kinds: readonly SiteKind[],
): Promise<ReadonlySet<string | number>> {
  const rows = await db.selectFrom('sites').select('id').where('kind', 'in', kinds).execute();
  return new Set(rows.map(({ id }) => id));
}
