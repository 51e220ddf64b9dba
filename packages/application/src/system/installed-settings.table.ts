/**
 * A row of migrations/0075_health_and_sources.sql: the value of a worker's environment for a setting that is
 * not configured.
 */
export interface InstalledSettingTable {
  key: string;
  value: unknown;
  reported_at: Date;
}

declare module '../platform/database.ts' {
  interface Database {
    installed_settings: InstalledSettingTable;
  }
}
