/**
 * One bad field of a request: where, the stable code, and a sentence in English for logs and integrators. A bad cell of an
 * imported file also says its row (the header being 1), its column, what it holds and the SKU of its row.
 */
export interface FieldError {
  path: string;
  code: string;
  message: string;
  row?: number | undefined;
  column?: string | undefined;
  value?: string | undefined;
  sku?: string | null | undefined;
}

export interface Envelope<T> {
  status: number;
  success: boolean;
  code: string | number;
  message: string;
  data: T;
  total?: number | undefined;
  errors?: FieldError[] | undefined;
  position?: number | undefined;
}
