import type { RowResult } from '@atelier/contracts/repair/schema.ts';
import { ApiError } from './api-error.ts';

/** The rows of a call that decides each row for itself, where some or all were refused; null for any other failure. */
export function rowsOf(error: unknown): readonly RowResult[] | null {
  if (!(error instanceof ApiError) || !Array.isArray(error.data)) return null;
  return error.data.every(isRow) ? error.data : null;
}

function isRow(value: unknown): value is RowResult {
  return typeof value === 'object' && value !== null && 'id' in value && 'success' in value;
}
