import type { ReactNode } from 'react';

/** A column of the table behind a chart: as shown, and as a plain value for files. */
export interface TwinColumn<Row> {
  readonly key: string;
  readonly header: string;
  readonly value: (row: Row) => string | number | null;
  readonly cell?: (row: Row) => ReactNode;
  readonly isText?: boolean;
}
