import type { FindingsBody } from '@atelier/contracts/repair/schema.ts';
import { draftOf, findingsBodyOf, withLockedCause, type FindingsDraft } from './findings-state.ts';
import type { ScanLine } from './scan-lines.ts';
import { useItemDrafts } from './use-item-drafts.ts';

/** What was found of each piece and is not saved yet; a piece without a choice shows its stored values. */
export function useFindings(target: number, lines: readonly ScanLine[]) {
  const drafts = useItemDrafts<FindingsDraft>(`findings.${target}`, lines);
  const keptFor = ({ item, isSaved }: ScanLine) => (isSaved ? undefined : drafts.of(item.id));
  const draftFor = (line: ScanLine): FindingsDraft => {
    const kept = keptFor(line);
    return kept === undefined ? draftOf(line.item) : withLockedCause(line.item, kept);
  };
  return {
    isReady: drafts.isReady,
    set: drafts.set,
    drop: drafts.drop,
    draftFor,
    isKept: (line: ScanLine): boolean => keptFor(line) !== undefined,
    bodiesOf: (unsaved: readonly ScanLine[]): Record<string, FindingsBody> =>
      Object.fromEntries(
        unsaved.map((line) => [String(line.item.id), findingsBodyOf(line.item, draftFor(line))]),
      ),
  };
}

export type Findings = ReturnType<typeof useFindings>;
