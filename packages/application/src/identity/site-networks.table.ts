/** A row of migrations/0051_site_networks.sql. */
export interface SiteNetworksTable {
  site_id: number;
  /** Keyed digest of an IP prefix. */
  network: string;
  seen_at: Date;
}

declare module '../platform/database.ts' {
  interface Database {
    site_networks: SiteNetworksTable;
  }
}
