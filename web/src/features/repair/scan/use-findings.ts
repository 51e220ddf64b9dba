import type { FindingsBody } from '@atelier/domain/repair/contract.ts';
import { useState } from 'react';
import { draftOf, findingsBodyOf } from './findings-state.ts';
import type { FindingsDraft } from './findings-state.ts';
import type { ScanLine } from './scan-lines.ts';

/** What was noted of each piece and not saved yet. */
export function useFindings() {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, FindingsDraft>>(new Map());
  const draftFor = ({ item, isSaved }: ScanLine): FindingsDraft =>
    isSaved ? draftOf(item) : (drafts.get(item.id) ?? draftOf(item));
  return {
    draftFor,
    set: (id: number, draft: FindingsDraft) => setDrafts((before) => new Map(before).set(id, draft)),
    bodiesOf: (lines: readonly ScanLine[]): Record<string, FindingsBody> =>
      Object.fromEntries(
        lines.map((line) => [String(line.item.id), findingsBodyOf(line.item, draftFor(line))]),
      ),
  };
}
