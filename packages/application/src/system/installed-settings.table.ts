/** A row of migrations/0075_health_and_sources.sql: what a worker's environment gives to a setting that nobody configured. */
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
