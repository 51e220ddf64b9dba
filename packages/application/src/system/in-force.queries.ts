import { CLEARING_AFTER_DAYS } from '@atelier/domain/policy.ts';
import type { SettingSource } from '@atelier/domain/system/contract.ts';
import type { SettingView } from '@atelier/contracts/system/schema.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

type Db = Kysely<Database>;
type Json = SettingView['value'];

export interface InForce {
  readonly in_force: Json;
  readonly source: SettingSource;
}

/** By setting: what holds where the configuration leaves a value to the installation or the reference data. */
export async function readInstallation(db: Db): Promise<ReadonlyMap<string, InForce>> {
  const parts = await Promise.all([stageLimits(db), places(db), clearing(db)]);
  return new Map(parts.flat());
}

type Entry = readonly [key: string, value: InForce];
const fromReference = (in_force: Json): InForce => ({ in_force, source: 'reference' });

async function stageLimits(db: Db): Promise<readonly Entry[]> {
  const rows = await db
    .selectFrom('stage_settings')
    .select(['status_id', 'target_hours', 'wip_limit'])
    .execute();
  return rows.map(({ status_id: status, ...limits }) => [
    `stage_${status}`,
    fromReference({ ...limits, sites: [] }),
  ]);
}

async function places(db: Db): Promise<readonly Entry[]> {
  const [open, factories] = await Promise.all([
    db
      .selectFrom('shipping_fees')
      .select('country')
      .distinct()
      .where('destination', '=', 'client')
      .where('allowed', '=', true)
      .orderBy('country')
      .execute(),
    db.selectFrom('sites').select('id').where('kind', '=', 'factory').orderBy('id').execute(),
  ]);
  return [
    ['delivery_countries', fromReference(open.map(({ country }) => country))],
    ['factories', fromReference(factories.map(({ id }) => id))],
  ];
}

async function clearing(db: Db): Promise<readonly Entry[]> {
  const rows = await db.selectFrom('installed_settings').select(['key', 'value']).execute();
  const installed = new Map(rows.map(({ key, value }) => [key, value]));
  const cron = installed.get('schedule_clearing');
  const days = installed.get('clearing_after_days');
  return [
    ['schedule_clearing', ofEnvironment(typeof cron === 'string' ? { cron } : null, { mode: 'off' })],
    ['clearing_after_days', ofEnvironment(typeof days === 'number' ? days : null, CLEARING_AFTER_DAYS)],
  ];
}

const ofEnvironment = (given: Json, otherwise: Json): InForce =>
  given === null ? { in_force: otherwise, source: 'default' } : { in_force: given, source: 'environment' };

const NO_LIMITS = { target_hours: null, wip_limit: null, sites: [] };

/** The value that holds, and where it comes from. */
export function inForceOf(
  { key, kind, value, since }: Pick<SettingView, 'key' | 'kind' | 'value' | 'since'>,
  installation: ReadonlyMap<string, InForce>,
): InForce {
  if (value !== null) return { in_force: value, source: since === null ? 'default' : 'changed' };
  return installation.get(key) ?? { in_force: kind === 'stage' ? NO_LIMITS : null, source: 'default' };
}
