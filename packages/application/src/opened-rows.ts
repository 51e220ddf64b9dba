import type { Sealing } from '@atelier/event-store/row-sealing.ts';
import type { Kysely, KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';

/** Opens what is sealed in the rows of every result. */
class OpenedRows implements KyselyPlugin {
  readonly sealing: Sealing;

  constructor(sealing: Sealing) {
    this.sealing = sealing;
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    const rows = await this.sealing.openRows(result.rows);
    return rows === result.rows ? result : { ...result, rows: [...rows] };
  }
}

/** The sealing of the database behind a query builder. @throws Error without one */
export function sealingOf<Tables>(db: Kysely<Tables>): Sealing {
  const plugin = db.getExecutor().plugins.find((each) => each instanceof OpenedRows);
  if (plugin === undefined) throw new Error('this database was opened without the sealing of a store');
  return plugin.sealing;
}

/** The plugins of a database whose rows are opened as they are read. */
export const pluginsOf = (sealing: Sealing | undefined): KyselyPlugin[] =>
  sealing === undefined ? [] : [new OpenedRows(sealing)];
