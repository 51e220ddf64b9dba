/** Numbers of what belonged to persons who were erased. */
export interface Erased {
  /** More than could be named: whatever is kept has to go. */
  readonly everything: boolean;
  readonly items: ReadonlySet<number>;
  readonly rmas: ReadonlySet<number>;
  readonly customers: ReadonlySet<number>;
}

/** Whether this number is among the erased. */
export const isErased = (
  erased: Erased,
  kind: 'items' | 'rmas' | 'customers',
  id: number | null | undefined,
): boolean => erased.everything || (typeof id === 'number' && erased[kind].has(id));

type Holder = (erased: Erased) => void;
const holders = new Set<Holder>();

/** Registers a holder of personal data in memory, which must drop it after an erasure. */
export const onErased = (holder: Holder): void => void holders.add(holder);

export function sayErased(erased: Erased): void {
  for (const holder of holders) holder(erased);
}
