import { readableOfErased } from './parts/erasing.ts';
import { scansNotOnce } from './parts/tabs.ts';
import type { Cast } from './cast.ts';
import { readEvents, standsIn, versionsOf, type ItemVersion, type LoggedEvent } from './log-facts.ts';
import type { Acknowledged } from './pieces.ts';
import type { CursorNote, TestScreen } from './screens.ts';

type Versions = ReadonlyMap<number, readonly ItemVersion[]>;

/** What the schedule broke, in plain words; nothing when every promise held. */
export async function violations(cast: Cast): Promise<readonly string[]> {
  const { admin } = cast.stage.installation;
  const streams = [...cast.pieces, ...cast.counterPieces, cast.newPiece].flatMap(({ id, rmaId }) => [
    `item-${id}`,
    `rma-${rmaId}`,
  ]);
  const events = await readEvents(admin, streams);
  const versions = versionsOf(events);
  return [
    ...gapsInStreams(events),
    ...commandsNotOnce(events, cast.acknowledged),
    ...readersOutOfOrder(events, cast),
    ...(await rowsUnlikeFold(cast, versions)),
    ...(await readableOfErased(cast)),
    ...cast.stage.longWaits,
    ...scansNotOnce(cast, events),
    ...cast.screens.flatMap((screen) => screenUnlikeFold(screen, versions)),
    ...cast.screens.flatMap((screen) => forbiddenRows(screen, versions)),
    ...cast.screens.flatMap((screen) => cursorsAhead(screen, versions)),
  ];
}

function gapsInStreams(events: readonly LoggedEvent[]): string[] {
  const next = new Map<string, number>();
  return events.flatMap(({ stream_id, version }) => {
    const expected = (next.get(stream_id) ?? 0) + 1;
    next.set(stream_id, version);
    return version === expected ? [] : [`${stream_id}: version ${version} follows ${expected - 1}`];
  });
}

function commandsNotOnce(events: readonly LoggedEvent[], acknowledged: readonly Acknowledged[]): string[] {
  return acknowledged.flatMap(({ key, streams, result }) => {
    const written = events.filter(({ command_id }) => command_id === key);
    const expected = streams.map((stream, index) => `${stream}/${versionOf(streams, index, result)}`).sort();
    const found = written.map(({ stream_id, version }) => `${stream_id}/${version}`).sort();
    return expected.join() === found.join()
      ? []
      : [`${key}: answered ${expected.join()}, wrote ${found.join()}`];
  });
}

/** Of several events in one stream the answer names the last one's version. */
function versionOf(streams: readonly string[], index: number, { versions }: Acknowledged['result']): number {
  const behind = streams.slice(index + 1).filter((stream) => stream === streams[index]).length;
  return (versions[streams[index] ?? ''] ?? 0) - behind;
}

/** A reader goes on until everything that was acknowledged is read; what was never acknowledged may come behind that. */
function readersOutOfOrder(events: readonly LoggedEvent[], { began, followed, target }: Cast): string[] {
  const truth = events.map(({ position }) => position).filter((position) => position > began);
  const least = truth.filter((position) => position <= target()).length;
  return [...followed].flatMap(([reader, positions]) => {
    const own = positions.filter((position) => truth.includes(position));
    const isInOrder = own.join() === truth.slice(0, own.length).join();
    return isInOrder && own.length >= least ? [] : [`${reader} read ${own.join()} of ${truth.join()}`];
  });
}

interface Row {
  readonly id: number;
  readonly version: number;
  readonly status: number;
}

/** The inline row and the dashboard's row of every item, held against the fold of its stream. */
async function rowsUnlikeFold({ stage, projections }: Cast, versions: Versions): Promise<string[]> {
  const { admin } = stage.installation;
  const ids = [...versions.keys()];
  const inline = await admin.query<Row>('select id, version, status from item_row where id = any($1)', [ids]);
  const folded = await admin.query<Row>(
    'select item_id as id, version, status from item_census where item_id = any($1)',
    [ids],
  );
  const unlike = (what: string, rows: readonly Row[], isExact: boolean): string[] =>
    [...versions].flatMap(([id, all]) => {
      const row = rows.find((each) => each.id === id);
      const last = all.at(-1);
      const same = row?.status === last?.status && (!isExact || row?.version === last?.version);
      return same
        ? []
        : [
            `${what} of item ${id} is ${row?.status}/${row?.version}, the log says ${last?.status}/${last?.version}`,
          ];
    });
  const isFolded = projections.length > 0;
  return [...unlike('row', inline.rows, true), ...(isFolded ? unlike('dashboard', folded.rows, false) : [])];
}

/** At the end every list shows exactly what the log says. */
function screenUnlikeFold({ name, models }: TestScreen, versions: Versions): string[] {
  return models.flatMap(({ topic, held }) =>
    [...versions].flatMap(([id, all]) => {
      const last = all.at(-1);
      const expected = last !== undefined && standsIn(topic, last) ? last.version : undefined;
      const shown = held.get(id);
      return shown === expected
        ? []
        : [`${name} ${topic}: item ${id} shown at ${shown}, it is at ${expected}`];
    }),
  );
}

/** No row was ever sent in a topic that it did not stand in at that version. */
function forbiddenRows({ name, shown }: TestScreen, versions: Versions): string[] {
  return [...shown].flatMap((line) => {
    const [, topic = '', id, version] = /^(\S+) (\d+)\/(\d+)$/.exec(line) ?? [];
    const all = versions.get(Number(id));
    // Items of earlier schedules stand in these topics as well.
    if (all === undefined) return [];
    const was = all.find((each) => each.version === Number(version));
    return was !== undefined && standsIn(topic, was) ? [] : [`${name} was sent ${line}, which was not there`];
  });
}

/** No cursor moved past a change that had neither arrived nor was being read again. */
function cursorsAhead(screen: TestScreen, versions: Versions): string[] {
  return screen.notes.flatMap((note) =>
    [...note.held].flatMap(([topic, held]) =>
      held === null
        ? []
        : [...versions.values()].flatMap((all) =>
            missedBy(note, { topic, held, all }).map((what) => `${screen.name}: ${what}`),
          ),
    ),
  );
}

function missedBy(
  { position }: CursorNote,
  { topic, held, all }: { topic: string; held: ReadonlyMap<number, number>; all: readonly ItemVersion[] },
): string[] {
  const due = all.findLast((version) => version.position <= position);
  if (due === undefined) return [];
  const shown = held.get(due.id);
  const leavesLater = all.some((later) => later.version > due.version && !standsIn(topic, later));
  if (shown === undefined) {
    if (!standsIn(topic, due) || leavesLater) return [];
    return [`cursor ${position} in ${topic}, but item ${due.id} at ${due.version} never came`];
  }
  if (shown >= due.version) return [];
  // An older row may stand where the newer one changed nothing that this topic shows; it may not when it is due.
  return [`cursor ${position} in ${topic}, but item ${due.id} is shown at ${shown}, not ${due.version}`];
}
