import type { ExportFormat, ExportType } from '@atelier/domain/exports/contract.ts';

/** What a file holds, in words that every system takes as a name. */
const HOLDS: Readonly<Record<ExportType, string>> = {
  list: 'repair-list',
  package: 'packing-list',
  customs: 'customs-list',
  quality: 'quality-list',
  events: 'log-events',
  ocel: 'log-ocel',
  epcis: 'log-epcis',
  ocsf: 'log-ocsf',
};

export interface NamedExport {
  readonly type: ExportType;
  readonly format: ExportFormat;
  /** Code of the site that asked; null for who stands at none. */
  readonly site: string | null;
  /** Calendar day of the request, as ISO writes it. */
  readonly day: string;
}

/** `repair-list-PAR-2026-11-27.xlsx`: which list, of which site, of which day. */
export const exportFileName = ({ type, format, site, day }: NamedExport): string =>
  `${[HOLDS[type], site, day].filter(Boolean).join('-')}.${format}`;
