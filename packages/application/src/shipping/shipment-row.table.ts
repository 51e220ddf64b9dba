import type { ShipmentRow } from '@atelier/domain/shipping/row.ts';
import type { StoredRow } from '../projections/stored-row.ts';

/** A row of migrations/0016_packages_and_nav.sql: what `toShipmentRow` makes of the stream `shipment-<id>`. */
export type ShipmentTable = StoredRow<ShipmentRow, 'created_at' | 'sent_at' | 'received_at' | 'closed_at'>;

declare module '../platform/database.ts' {
  interface Database {
    shipment_row: ShipmentTable;
  }
}
