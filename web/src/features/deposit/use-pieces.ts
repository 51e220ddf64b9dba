import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { emptyPiece, type RmaValues } from './form-values.ts';
import { afterDrawing } from './use-fill.ts';

/**
 * The pieces of the form. A new one is opened and comes into sight with the focus on its first field; after one is removed, the
 * one before has it.
 */
export function usePieces(form: UseFormReturn<RmaValues>) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'items' });
  const goTo = (index: number) =>
    afterDrawing(() => {
      const piece = document.querySelector<HTMLElement>(`[data-testid="piece-${index}"]`);
      piece?.scrollIntoView({ block: 'start' });
      const first = piece?.querySelector<HTMLElement>('.panel-body input');
      (first ?? piece?.querySelector<HTMLElement>('.piece-head'))?.focus();
    });
  return {
    fields,
    add: (open: (index: number) => void) => {
      append(emptyPiece(), { shouldFocus: false });
      open(fields.length);
      goTo(fields.length);
    },
    removeAt: (index: number, open: (index: number) => void) => {
      remove(index);
      open(Math.max(0, index - 1));
      goTo(Math.max(0, index - 1));
    },
  };
}
