/** Plain JSON as the log holds it. */
export type LoggedValue =
  | string
  | number
  | boolean
  | null
  | readonly LoggedValue[]
  | { readonly [name: string]: LoggedValue };

/** An event as far as its change is concerned. */
export interface LoggedEvent {
  readonly type: string;
  readonly data: object;
}

/** What a record is after some of its events: flat, by the names the screen has words for. */
export type ChangeState = ReadonlyMap<string, LoggedValue>;

export interface ChangeLine {
  readonly field: string;
  readonly before: LoggedValue;
  readonly after: LoggedValue;
}

/** Fields of events that are no change of the record: ids, times, and what is shown elsewhere. */
const NO_CHANGE: ReadonlySet<string> = new Set([
  'after',
  'at',
  'by',
  'change',
  'effectiveAt',
  'itemIds',
  'keyId',
  'previous',
  'previousUntil',
  'publicKey',
  'reason',
  'reasonId',
  'roleId',
  'runId',
  'scheduled',
  'scope',
  'subReasonId',
  'userId',
  'userRef',
  'madeBy',
  'value',
  'webhookId',
  'workerId',
  'workerRef',
]);
/** Given by each event for itself, whatever came before: how a badge was revealed, how many items an undo reached. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(['how', 'restored', 'skipped', 'why']);
/** Events that say all of what they changed: others of their stream are about something else. */
const BY_THEMSELVES: ReadonlySet<string> = new Set(['MessageSenderChanged', 'MessageTemplateChanged']);

/** Events whose name alone says what they changed. */
const BY_NAME: Readonly<Record<string, readonly [field: string, after: LoggedValue]>> = {
  UserDeactivated: ['active', false],
  ApiKeyRevoked: ['active', false],
  UserReactivated: ['active', true],
  WorkerDeactivated: ['active', false],
  WorkerReactivated: ['active', true],
};
/** Records that are in use from their first event on. */
const BORN: ReadonlySet<string> = new Set(['UserOpened', 'ApiKeyMade', 'WorkerRegistered']);

const dataOf = ({ data }: LoggedEvent): ReadonlyMap<string, LoggedValue> => new Map(Object.entries(data));
const lengthOf = (value: LoggedValue | undefined): number => (Array.isArray(value) ? value.length : 0);

/** What one event says its record now is. */
export function fieldsOf(event: LoggedEvent): ChangeState {
  const byName = BY_NAME[event.type];
  if (byName !== undefined) return new Map([byName]);
  const entries = [...dataOf(event)].filter(([name]) => !NO_CHANGE.has(name));
  return new Map(entries.flatMap(([name, value]) => flat(name, value)));
}

/** A profile and a filter stand by their own fields, texts by their languages, lists of pieces by their number. */
function flat(name: string, value: LoggedValue): [string, LoggedValue][] {
  if (name === 'restored' || name === 'skipped') return [[name, lengthOf(value)]];
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name, value]];
  const isOwn = name === 'profile' || name === 'filter' || name === 'template';
  return Object.entries(value).map(([key, each]) => [isOwn ? key : `${name}.${key}`, each]);
}

/** The record after an event. */
export function evolveChange(before: ChangeState, event: LoggedEvent): ChangeState {
  if (BY_THEMSELVES.has(event.type)) return before;
  if (event.type === 'ReferenceRowSaved')
    return new Map([...before, ['name', dataOf(event).get('key') ?? null]]);
  if (event.type === 'ClearingRunItemsCleared')
    return withCleared(before, lengthOf(dataOf(event).get('itemIds')));
  const born: [string, LoggedValue][] = BORN.has(event.type) ? [['active', true]] : [];
  return new Map([...before, ...born, ...fieldsOf(event)]);
}

const withCleared = (before: ChangeState, pieces: number): ChangeState =>
  new Map([...before, ['cleared', Number(before.get('cleared') ?? 0) + pieces]]);

/** Each field an event changed, with what it was; what stayed is no change, and so is nothing made of nothing. */
export function changeLines(before: ChangeState, event: LoggedEvent): ChangeLine[] {
  const data = dataOf(event);
  if (event.type === 'ReferenceRowSaved') return cellLines(data.get('changes'));
  if (event.type === 'ConfigValueChanged')
    return [{ field: 'value', before: data.get('previous') ?? null, after: data.get('value') ?? null }];
  if (event.type === 'ClearingRunFinished')
    return [{ field: 'cleared', before: null, after: before.get('cleared') ?? 0 }];
  return [...fieldsOf(event)].flatMap(([field, after]) => {
    const was = OF_THE_MOMENT.has(field) ? null : (before.get(field) ?? null);
    const isSame = JSON.stringify(was) === JSON.stringify(after) || (isNothing(was) && isNothing(after));
    return isSame ? [] : [{ field, before: was, after }];
  });
}

/** The cells of a row that a person saved. */
const cellLines = (changes: LoggedValue | undefined): ChangeLine[] =>
  (Array.isArray(changes) ? changes : []).map((change) => ({
    field: String(change.column),
    before: change.before ?? null,
    after: change.after ?? null,
  }));

const isNothing = (value: LoggedValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);
