import { type Json, type JsonObject, listOf, mapValues, objectOf, textIn } from './openapi-json.ts';
import { capitalised, digestOf, METHODS } from './openapi-shared-schemas.ts';

/** Parameters that several operations take stand in `components` once. */
export class SharedParameters {
  readonly #names = new Map<string, string>();
  readonly #parameters = new Map<string, Json>();

  constructor(paths: JsonObject) {
    const all = Object.values(paths).flatMap((operations) =>
      Object.values(objectOf(operations)).flatMap((operation) => listOf(objectOf(operation)['parameters'])),
    );
    for (const [text, [first, ...others]] of Map.groupBy(all, (each) => JSON.stringify(each)))
      if (first !== undefined && others.length > 0) this.#share(text, objectOf(first));
  }

  parameters(): JsonObject {
    return Object.fromEntries([...this.#parameters].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  replaceIn(paths: JsonObject): JsonObject {
    return mapValues(paths, (operations) =>
      mapValues(objectOf(operations), (operation, method) =>
        METHODS.has(method) ? this.#replaced(objectOf(operation)) : operation,
      ),
    );
  }

  /** One that another one has taken the name of gets some of its digest. */
  #share(text: string, parameter: JsonObject): void {
    const wanted = textIn(parameter['name'])
      .split(/[^A-Za-z0-9]+/)
      .map(capitalised)
      .join('');
    const name = this.#parameters.has(wanted) ? `${wanted}${digestOf(text)}` : wanted;
    this.#names.set(text, name);
    this.#parameters.set(name, parameter);
  }

  #replaced(operation: JsonObject): JsonObject {
    const parameters = listOf(operation['parameters']).map((each): Json => {
      const name = this.#names.get(JSON.stringify(each));
      return name === undefined ? each : { $ref: `#/components/parameters/${name}` };
    });
    return { ...operation, parameters };
  }
}
