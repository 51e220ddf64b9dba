import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import { useTranslation } from 'react-i18next';
import { useIsSelected, useWholeSelection, type SelectionStore } from './use-selection.ts';

/** The box at the head: all that is loaded, or none. */
export function SelectAll() {
  const { t } = useTranslation('search');
  const { isAll, toggleAll } = useWholeSelection();
  return (
    <input
      type="checkbox"
      className="row-check"
      aria-label={t('bulk.selectAll')}
      checked={isAll}
      onChange={toggleAll}
      data-testid="select-all"
    />
  );
}

/** The grid has the keyboard (Space), so the boxes are no tab stops; the label makes a target that a finger meets. */
export function RowCheck({ row, store }: { row: ItemView; store: SelectionStore }) {
  const { t } = useTranslation('search');
  const isSelected = useIsSelected(store, row.id);
  return (
    // A press on the box does not open the piece.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <label className="row-select grid centred" onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        className="row-check"
        tabIndex={-1}
        aria-label={t('bulk.select', { number: row.number })}
        checked={isSelected}
        onChange={() => store.toggle(row.id)}
        data-testid={`select-${row.id}`}
      />
    </label>
  );
}
