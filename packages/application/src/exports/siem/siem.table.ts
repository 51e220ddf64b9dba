/** The one row of migrations/0036_siem_delivery.sql; none before an address was ever configured. */
export interface SiemDeliveryTable {
  only_row: boolean;
  target: string | null;
  position: number;
  lines: number;
  holder: string | null;
  held_until: Date | null;
  seen_at: Date;
  acknowledged_at: Date | null;
  failures: number;
  error: string | null;
  failed_at: Date | null;
}

declare module '../../platform/database.ts' {
  interface Database {
    siem_delivery: SiemDeliveryTable;
  }
}
