import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { emptyPiece, type RmaValues } from './form-values.ts';
import { afterDrawing } from './use-fill.ts';

/** The pieces of the form. A new one comes into sight with the focus on its first field; after one is removed, the one before has it. */
export function usePieces(form: UseFormReturn<RmaValues>) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'items' });
  const goTo = (index: number) =>
    afterDrawing(() => {
      form.setFocus(`items.${index}.invoice_number`);
      document.querySelector(`[data-testid="piece-${index}"]`)?.scrollIntoView({ block: 'start' });
    });
  return {
    fields,
    add: () => {
      append(emptyPiece(), { shouldFocus: false });
      goTo(fields.length);
    },
    removeAt: (index: number) => {
      remove(index);
      goTo(Math.max(0, index - 1));
    },
  };
}
