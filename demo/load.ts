import type { Pool } from 'pg';
import { createPool } from '@atelier/event-store/pool.ts';

export interface DemoOptions {
  /** Connection string of the services' login. */
  readonly connectionString: string;
  /** Connection string of the tables' owner, for reference data that the app may only read. */
  readonly ownerUrl: string;
  readonly masterKeyFile: string;
  readonly now: Date;
  readonly log?: (line: string) => void;
  readonly seed?: number;
}

/**
 * Loads the demo once: places, people, and eighteen months of jewels up to `now`. Answers whether it did: a database
 * that has a history already is left alone, and so is one that people have begun to use; an interrupted load is
 * completed. The history is written in one transaction.
 */
export async function loadDemo(options: DemoOptions): Promise<boolean> {
  const { ownerUrl, log = () => undefined } = options;
  const owner = createPool({
    connectionString: ownerUrl,
    role: 'owner',
    unattended: true,
    copies: true,
    max: 3,
    applicationName: 'atelier-demo',
  });
  try {
    const state = await stateOf(owner);
    if (state.inUse) log('The database has data of its own: the demo is not loaded into it.');
    if (state.loaded || state.inUse) return false;
    log('Loading the demo: shops, people and eighteen months of repairs …');
    // Only now: what draws the demo is large, and later starts do not need it.
    const { loadWhole } = await import('./load/whole.ts');
    await loadWhole(options, owner, state.hasReference);
    return true;
  } finally {
    await owner.end();
  }
}

interface State {
  readonly loaded: boolean;
  readonly hasReference: boolean;
  /** An account outside the demo exists here. */
  readonly inUse: boolean;
}

async function stateOf(owner: Pool): Promise<State> {
  const { rows } = await owner.query<State>(
    `select exists (select from streams where stream_id >= 'rma-' and stream_id < 'rma.') as loaded,
            exists (select from sites) as "hasReference",
            exists (select from users where email not like '%@demo.test') as "inUse"`,
  );
  const [state] = rows;
  if (state === undefined) throw new Error('the database did not answer');
  return state;
}
