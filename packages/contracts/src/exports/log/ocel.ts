import { concernsOf, isOfProcess, type ObjectKind } from './concerns.ts';
import { factsOf, type Fact } from './facts.ts';
import type { LoggedEvent } from './logged-event.ts';

/** Shapes of OCEL 2.0 in JSON (ocel-standard.org): an event concerns objects, each as something. */
export interface OcelRelationship {
  readonly objectId: string;
  readonly qualifier: string;
}
export interface OcelEvent {
  readonly id: string;
  readonly type: string;
  readonly time: string;
  readonly attributes: readonly { readonly name: string; readonly value: Fact }[];
  readonly relationships: readonly OcelRelationship[];
}
export interface OcelObject {
  readonly id: string;
  readonly type: ObjectKind;
  /** Each value from its moment on, until the next one of that name. */
  readonly attributes: readonly { readonly name: string; readonly time: string; readonly value: Fact }[];
  readonly relationships: readonly OcelRelationship[];
}

export const objectId = (kind: ObjectKind, id: number): string => `${kind}-${id}`;

/** An event in OCEL; null when it is not of the process. People are numbers of accounts and workers, never names. */
export function toOcelEvent(event: LoggedEvent): OcelEvent | null {
  if (!isOfProcess(event)) return null;
  const { actor, occurredAt } = event.metadata;
  const facts = { ...factsOf(event.data), occurred_at: occurredAt, actor: `${actor.kind} ${actor.id}` };
  return {
    id: event.eventId,
    type: event.type,
    time: event.recordedAt,
    attributes: Object.entries(facts).map(([name, value]) => ({ name, value })),
    relationships: concernsOf(event).map(({ kind, id, as }) => ({
      objectId: objectId(kind, id),
      qualifier: as,
    })),
  };
}

/** As OCEL writes a thing down: its schema has every value as text, and the declared type says how to read it. */
export function asOcelText<T extends OcelEvent | OcelObject>(thing: T): object {
  return { ...thing, attributes: thing.attributes.map((each) => ({ ...each, value: String(each.value) })) };
}

type AttributeType = 'string' | 'time' | 'integer' | 'float' | 'boolean';
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

export function attributeType(value: Fact): AttributeType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float';
  return INSTANT.test(value) ? 'time' : 'string';
}

export interface OcelType {
  readonly name: string;
  readonly attributes: readonly { readonly name: string; readonly type: AttributeType }[];
}

/** Remembers which types and attributes occurred: OCEL declares them, in whichever place of the file. */
export class OcelTypes {
  readonly #types = new Map<string, Map<string, AttributeType>>();
  add({ type, attributes }: Pick<OcelEvent | OcelObject, 'type' | 'attributes'>): void {
    const known = this.#types.get(type) ?? new Map<string, AttributeType>();
    this.#types.set(type, known);
    for (const { name, value } of attributes) known.set(name, widest(known.get(name), attributeType(value)));
  }
  list(): readonly OcelType[] {
    return [...this.#types].map(([name, attributes]) => ({
      name,
      attributes: [...attributes].map(([attribute, type]) => ({ name: attribute, type })),
    }));
  }
}

/** One declared type for values of several: a number among whole ones, a text among all others. */
function widest(a: AttributeType | undefined, b: AttributeType): AttributeType {
  if (a === undefined || a === b) return b;
  const areNumbers = [a, b].every((type) => type === 'integer' || type === 'float');
  return areNumbers ? 'float' : 'string';
}
