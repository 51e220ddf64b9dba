import { rowStream } from '@atelier/domain/reference/import/editable.ts';
import type { ReferenceRowSaved } from '@atelier/domain/reference/import/events.ts';
import type { ReferenceEditView } from '@atelier/contracts/reference/import/schema.ts';
import type { EventStore } from '@atelier/event-store/types.ts';

/** Who saved a row, when, why and what of it, the newest first. Files that were imported are listed as imports. */
export async function listRowEdits(
  store: Pick<EventStore, 'readLoggedStreams'>,
  findUserNames: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>,
  { set, key }: { readonly set: string; readonly key: string },
): Promise<ReferenceEditView[]> {
  const streamId = rowStream(set, key);
  const streams = await store.readLoggedStreams<ReferenceRowSaved>([streamId]);
  const edits = (streams.get(streamId)?.events ?? []).flatMap((event) => ('data' in event ? event.data : []));
  const names = await findUserNames(edits.flatMap(({ by }) => by?.userId ?? []));
  return edits
    .map(({ at, by, reason, isNew, changes }) => ({
      at,
      by: names.get(by?.userId ?? 0) ?? '',
      reason,
      is_new: isNew,
      changes: changes.map((change) => ({ ...change })),
    }))
    .toReversed();
}
