import type { MeasurementsBody } from '@atelier/contracts/repair/schema.ts';
import {
  EMPTY_MEASURES,
  hasIssue,
  measurementsBodyOf,
  measuresAt,
  type MeasuresDraft,
} from './measurements-state.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useRules } from '../../../shared/rules/rules.ts';
import type { ScanLine } from '../../../shared/scan/scan-lines.ts';
import { useItemDrafts } from '../../../shared/scan/use-item-drafts.ts';

/** What was measured of each piece and is not saved yet. */
export function useMeasures(target: number, lines: readonly ScanLine[]) {
  const drafts = useItemDrafts<MeasuresDraft>(`measures.${target}`, lines);
  const draftFor = (id: number): MeasuresDraft => drafts.of(id) ?? EMPTY_MEASURES;
  const { weighBefore } = useRules();
  const { site } = useSession().view;
  const isWeighed = lines.some(
    ({ item }) => site !== null && weighBefore[item.rma_status_id]?.includes(site.id) === true,
  );
  const fields = measuresAt(target, isWeighed);
  return {
    fields,
    draftFor,
    set: drafts.set,
    drop: drafts.drop,
    /** The first of these pieces whose numbers cannot be read. */
    firstWithIssue: (ids: readonly number[]): number | undefined =>
      ids.find((id) => fields.some((field) => hasIssue(field, draftFor(id)))),
    bodiesOf: (ids: readonly number[]): Record<string, MeasurementsBody> =>
      Object.fromEntries(
        ids.flatMap((id) => {
          const body = measurementsBodyOf(draftFor(id));
          return body === null ? [] : [[String(id), body]];
        }),
      ),
  };
}

export type Measures = ReturnType<typeof useMeasures>;
