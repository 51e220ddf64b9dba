import { Client } from 'pg';

const names = new Map<string, string>();

/** From now on sessions of our pools plan this text once and run it by its name afterwards. */
export function nameStatement(text: string, name: string): void {
  names.set(text, name);
}

/** A connection that sends prepared texts under their names; everything else as it comes. */
export class PreparingClient extends Client {
  // The driver's own signature has seven overloads; only a text with its values concerns us.
  // oxlint-disable-next-line typescript/no-explicit-any, typescript/no-unsafe-type-assertion
  override query = ((text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? names.get(text) : undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    const run = super.query.bind(this) as unknown as (...all: unknown[]) => unknown;
    return name === undefined ? run(text, values, ...rest) : run({ name, text, values }, ...rest);
  }) as Client['query'];
}

/** Queries asked for in `ask`, one after the other without waiting, leave in one write instead of one each. */
export function sendTogether<T>({ connection: { stream } }: Pick<Client, 'connection'>, ask: () => T): T {
  stream.cork();
  try {
    return ask();
  } finally {
    stream.uncork();
  }
}
