import type { Sealing } from '@atelier/event-store/row-sealing.ts';
import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';

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

/** The plugins of a database whose rows are opened as they are read. */
export const pluginsOf = (sealing: Sealing | undefined): KyselyPlugin[] =>
  sealing === undefined ? [] : [new OpenedRows(sealing)];
