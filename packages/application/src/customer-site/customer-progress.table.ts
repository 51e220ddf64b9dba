/** A step of the customer's page and when it was reached. */
export interface ProgressStep {
  readonly at: string;
  readonly progress: number;
}

/** A row of migrations/0014_items.sql. */
export interface CustomerProgressTable {
  item_id: number;
  rma_id: number;
  progress: number;
  cancelled: boolean;
  since: Date;
  /** Newest first; the last one is the deposit (product/customer-page.md §2). */
  history: ProgressStep[];
  version: number;
}

declare module '../platform/database.ts' {
  interface Database {
    customer_progress: CustomerProgressTable;
  }
}
