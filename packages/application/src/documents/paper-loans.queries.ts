import type { PaperLoan } from '@atelier/domain/documents/paper.ts';
import type { ItemState } from '@atelier/domain/repair/item/item.ts';

/** The loans of a piece as papers name them: without records that were cancelled. */
export const paperLoans = (item: ItemState): readonly PaperLoan[] =>
  item.kind === 'none'
    ? []
    : item.loans.flatMap(({ state, description, code, value, dueOn }) =>
        state === 'cancelled'
          ? []
          : { description: description ?? '', code: code ?? '', value, dueOn, isBack: state === 'returned' },
      );
