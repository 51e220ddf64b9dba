import { kindOfChange } from '@atelier/domain/audit/administered.ts';
import {
  type ChangeLine,
  type LoggedValue,
  type changeLines,
  type ChangeState,
} from '@atelier/domain/audit/change-lines.ts';
import { loggedValue, type ChangeView } from '@atelier/contracts/audit/schema.ts';
import { translatedText } from '@atelier/contracts/reference/translated-text-schema.ts';
import { settingOf } from '@atelier/domain/system/settings.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { Names } from '../shared/people.queries.ts';

/** What a reader may see of a change: names and addresses of accounts, and names of workers, are for those who manage them. */
export interface ChangeRights {
  readonly seesAccounts: boolean;
  readonly seesWorkers: boolean;
}

/** An event, and its record before and after it. */
export interface AdminChange {
  readonly event: StoredEvent;
  readonly lines: ReturnType<typeof changeLines>;
  readonly record: ChangeState;
}

type Wire = ChangeView['lines'][number]['before'];

const PERSONAL: ReadonlySet<string> = new Set(['email', 'name', 'lastName']);
const MASKED = '••••';

/** One change as a reader may see it. */
export function shownChange(change: AdminChange, names: Names, rights: ChangeRights): ChangeView {
  const { event } = change;
  const kind = kindOfChange(event.type);
  const data = new Map<string, unknown>(Object.entries(event.data));
  const isOpen = isOpenTo(kind, rights);
  const lines = change.lines.filter(({ field }) => isOpen || !PERSONAL.has(field));
  return {
    position: event.position,
    at: event.recordedAt,
    kind,
    type: event.type,
    subject: subjectOf(change, kind, isOpen),
    actor: actorOf(change, names),
    worker: event.metadata.worker?.workId ?? null,
    lines: lines.map((line) => lineOf(line, names)),
    hidden: lines.length < change.lines.length,
    reason: textOf(data.get('reason')),
    effective_at: textOf(data.get('effectiveAt')),
  };
}

function isOpenTo(kind: ChangeView['kind'], { seesAccounts, seesWorkers }: ChangeRights): boolean {
  if (kind === 'account') return seesAccounts;
  return kind === 'worker' ? seesWorkers : true;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function subjectOf(
  { event, record }: AdminChange,
  kind: ChangeView['kind'],
  isOpen: boolean,
): ChangeView['subject'] {
  const id = Number(/-(\d+)$/.exec(event.streamId)?.[1]);
  const texts = translatedText.safeParse(
    Object.fromEntries([...record].flatMap(([name, value]) => languageOf(name, value))),
  );
  return {
    id: Number.isSafeInteger(id) ? id : null,
    name: isOpen ? textOf(record.get('name')) : null,
    names: texts.data ?? null,
    setting: kind === 'config' ? settingIn(event.data) : null,
  };
}

const languageOf = (name: string, value: LoggedValue): [string, LoggedValue][] =>
  name.startsWith('names.') ? [[name.slice('names.'.length), value]] : [];

function settingIn(data: object): ChangeView['subject']['setting'] {
  const key = textOf(new Map<string, unknown>(Object.entries(data)).get('key'));
  const setting = key === null ? undefined : settingOf(key);
  if (setting === undefined) return null;
  return { key: setting.key, kind: setting.kind, unit: setting.unit, status: setting.status };
}

function actorOf({ event }: AdminChange, names: Names): ChangeView['actor'] {
  const { actor } = event.metadata;
  const id = actor.kind === 'user' ? Number(actor.id) : Number.NaN;
  const known = Number.isSafeInteger(id) ? id : null;
  return { id: known, kind: actor.kind, name: known === null ? '' : (names.users.get(known) ?? `#${known}`) };
}

/** Sites by name; a barcode is a key to the house and never shown. */
function lineOf({ field, before, after }: ChangeLine, names: Names): ChangeView['lines'][number] {
  const show = (value: LoggedValue): Wire => {
    if (field === 'barcode') return value === null ? null : MASKED;
    if (field === 'siteId' && typeof value === 'number') return names.sites.get(value) ?? `#${value}`;
    return plain(value);
  };
  return { field, before: show(before), after: show(after) };
}

/** A value that may be written on: the wire's JSON is not readonly. */
const plain = (value: LoggedValue): Wire => loggedValue.parse(value);
