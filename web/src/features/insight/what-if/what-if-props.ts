import type { ChangeFigures } from '../use-figure-state.ts';
import type { WhatIf } from './what-if-query.ts';
import type { WhatIfState } from './what-if-state.ts';

/** What the panels of an answer are given. */
export interface AnsweredProps {
  readonly state: WhatIfState;
  readonly change: ChangeFigures;
  readonly data: WhatIf;
  /** Pieces of the list. */
  readonly total: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** The answer to the change before. */
  readonly isPending: boolean;
}
