import { exportableData } from '@atelier/domain/event-fields/event-fields.ts';
import { entryOf } from './history-entry.queries.ts';
import { z } from 'zod';
import { isAdministered } from '@atelier/domain/audit/administered.ts';
import {
  changeLines,
  evolveChange,
  type ChangeLine,
  type ChangeState,
  type LoggedValue,
} from '@atelier/domain/audit/change-lines.ts';
import { SITE_FIELDS, type FileFields } from '@atelier/domain/audit/file-fields.ts';
import type { ReplayEvent, ReplayView } from '@atelier/contracts/audit/replay-schema.ts';
import { loggedValue } from '@atelier/contracts/audit/schema.ts';
import type { LogEvent, StoredEvent } from '@atelier/event-store/types.ts';
import { shownChange, type ChangeRights } from './change-view.queries.ts';
import { withData } from './feed.queries.ts';
import type { Names } from '../shared/people.queries.ts';

const NOBODY: Names = { users: new Map(), sites: new Map() };

interface RecordLines {
  readonly lines: readonly ChangeLine[];
  readonly hidden: boolean;
  readonly setting: ReplayEvent['setting'];
}

/** What an administrator's event changed, as the list of changes shows it to this reader; nothing for other events. */
export function recordLines(
  event: StoredEvent,
  history: readonly LogEvent[],
  rights: ChangeRights,
): RecordLines {
  if (!isAdministered(event.type)) return { lines: [], hidden: false, setting: null };
  let record: ChangeState = new Map();
  for (const each of history) {
    if (each.position >= event.position) break;
    record = evolveChange(record, withData(each));
  }
  const lines = changeLines(record, event);
  const shown = shownChange({ event, lines, record: evolveChange(record, event) }, NOBODY, rights);
  return { lines: shown.lines, hidden: shown.hidden, setting: shown.subject.setting };
}

/**
 * What an event says itself: of a piece as its history shows it, words included; of anything else codes and numbers alone. What administrators
 * changed stands in its lines.
 */
export function heldIn(event: StoredEvent, names: Names): ReplayEvent['held'] {
  if (isAdministered(event.type)) return {};
  const isPiece = event.streamId.startsWith('item-');
  const data = isPiece ? event.data : exportableData(event.type, event.data);
  const { details } = entryOf({ ...event, data }, names, { seesWords: true });
  return loggedValues.parse(details);
}

const loggedValues = z.record(z.string(), loggedValue);

/** Sites by name, everything else as it is. */
export function siteNamed(line: ChangeLine, names: Names): ReplayEvent['lines'][number] {
  const show = (value: LoggedValue) => loggedValue.parse(named(line.field, value, names));
  return { field: line.field, before: show(line.before), after: show(line.after) };
}

export function wireFile(file: FileFields, names: Names): ReplayView['files'][string] {
  return Object.fromEntries(
    Object.entries(file).map(([field, value]) => [field, loggedValue.parse(named(field, value, names))]),
  );
}

function named(field: string, value: LoggedValue, names: Names): LoggedValue {
  if (!SITE_FIELDS.has(field) || typeof value !== 'number') return value;
  return names.sites.get(value) ?? `#${value}`;
}
