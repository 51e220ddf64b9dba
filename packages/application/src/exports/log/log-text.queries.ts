import type { LogFormat } from '@atelier/domain/exports/contract.ts';
import { epcisText } from './epcis.queries.ts';
import { eventsCsv } from './events-csv.queries.ts';
import { type LogChunk, type LogServices, type Span } from './read-span.queries.ts';
import { ocelText } from './ocel.queries.ts';
import { ocsfLines } from './ocsf.queries.ts';

const FORMATS: Readonly<Record<LogFormat, (services: LogServices, span: Span) => AsyncGenerator<LogChunk>>> =
  {
    events: eventsCsv,
    ocel: ocelText,
    epcis: epcisText,
    ocsf: ocsfLines,
  };

/** A span of the log in an open format, piece by piece: nothing is read before the piece ahead of it was taken. */
export const logText = (services: LogServices, format: LogFormat, span: Span): AsyncGenerator<LogChunk> =>
  FORMATS[format](services, span);
