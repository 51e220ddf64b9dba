import * as log from './of-the-log.ts';
import * as tables from './of-tables.ts';
import type { Tampering } from './tamperer.ts';

/** What a ruler of the database can do, in equal parts. */
export const CLASSES: Readonly<Record<string, Tampering>> = {
  'an event changed': log.changed,
  'an event removed': log.removed,
  'an event added': log.added,
  'a stream changed with its hashes': log.rechained,
  'a function that lies': log.lyingFunction,
  'a view in the place of a table': log.viewInPlace,
  'events said to be archived': log.saidArchived,
  'an archive of other content': log.forgedArchive,
  'the horizon moved': log.horizonMoved,
  'a checkpoint changed': log.checkpointMoved,
  'the tree changed': log.treeChanged,
  'keys of the log': log.keysOfTheLog,
  pictures: tables.pictures,
  'keys of persons': tables.keysOfPersons,
  'credentials and sessions': tables.credentials,
  'reference data': tables.reference,
  'rows of read models': tables.readModels,
};
