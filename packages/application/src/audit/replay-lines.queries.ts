import { isAdministered } from '@atelier/domain/audit/administered.ts';
import { changeLines, evolveChange } from '@atelier/domain/audit/change-lines.ts';
import type { ChangeLine, ChangeState, LoggedValue } from '@atelier/domain/audit/change-lines.ts';
import { SITE_FIELDS } from '@atelier/domain/audit/file-fields.ts';
import type { FileFields } from '@atelier/domain/audit/file-fields.ts';
import type { ReplayEvent, ReplayView } from '@atelier/domain/audit/replay-schema.ts';
import { loggedValue } from '@atelier/domain/audit/schema.ts';
import type { LogEvent, StoredEvent } from '@atelier/event-store/types.ts';
import { shownChange } from './change-view.queries.ts';
import type { ChangeReader } from './change-view.queries.ts';
import { withData } from './feed.queries.ts';
import type { Names } from '../identity/people.queries.ts';

const NOBODY: Names = { users: new Map(), sites: new Map() };

interface RecordLines {
  readonly lines: readonly ChangeLine[];
  readonly hidden: boolean;
}

/** What an administrator's event changed, as the list of changes shows it to this reader; nothing for other events. */
export function recordLines(
  event: StoredEvent,
  history: readonly LogEvent[],
  reader: ChangeReader,
): RecordLines {
  if (!isAdministered(event.type)) return { lines: [], hidden: false };
  let record: ChangeState = new Map();
  for (const each of history) {
    if (each.position >= event.position) break;
    record = evolveChange(record, withData(each));
  }
  const lines = changeLines(record, event);
  return shownChange({ event, lines, record: evolveChange(record, event) }, NOBODY, reader);
}

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
