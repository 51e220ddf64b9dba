import type { ReferenceSetView } from '@atelier/contracts/reference/import/schema.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { RowCells } from './queries.ts';

export type ColumnView = ReferenceSetView['columns'][number];

/** A cell in the reader's words: amounts with their currency, countries and choices by name. */
export function useCellWords(): (column: ColumnView, cells: RowCells) => string {
  const { t } = useTranslation(['tables', 'terms']);
  const format = useStaffFormat();
  return (column, cells) => {
    const cell = cells[column.name] ?? '';
    if (cell === '') return '';
    if (column.kind === 'money') return money(cell, cells['currency'] ?? '', format);
    if (column.kind === 'boolean') return t(cell === 'true' ? 'terms:yes' : 'terms:no');
    if (column.kind === 'choice') return t(`tables:choice.${cell}`, cell);
    return column.name === 'country' ? `${format.country(cell)} (${cell})` : cell;
  };
}

function money(cell: string, currency: string, format: ReturnType<typeof useStaffFormat>): string {
  const digits = format.currencyDigits(currency);
  return format.money(Math.round(Number(cell) * 10 ** digits), currency);
}
