import { type KeyboardEvent, useId, useState } from 'react';

interface WalkOptions<Row> {
  rows: readonly Row[];
  /** What the rows answer: another question begins at its first line again. */
  question: string | number | undefined;
  keyOf: (row: Row) => string | number;
  open: (row: Row) => void;
}

/** Arrows walk the lines while the typing goes on in the box; Enter opens the one that is marked. */
export function useWalk<Row>({ rows, question, keyOf, open }: WalkOptions<Row>) {
  const id = useId();
  const [at, setAt] = useState({ question, index: 0 });
  const active = Math.min(at.question === question ? at.index : 0, Math.max(0, rows.length - 1));
  const point = (index: number) => setAt({ question, index });
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (event.key === 'ArrowDown' && rows.length > 0) point(Math.min(rows.length - 1, active + 1));
    else if (event.key === 'ArrowUp' && rows.length > 0) point(Math.max(0, active - 1));
    else if (event.key === 'Enter' && row !== undefined) open(row);
    else return;
    event.preventDefault();
  };
  const row = rows[active];
  const activeId = row === undefined ? undefined : `${id}-${keyOf(row)}`;
  return { id, active, point, onKeyDown, activeId, isOpen: rows.length > 0 };
}
