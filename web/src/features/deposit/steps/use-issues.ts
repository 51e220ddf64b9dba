import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';
import { useDeferredValue, useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { FormRules, issuesOf as Issues } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';

/**
 * How many things each piece still lacks, by the rules that the form is sent by; null until these have come. It is counted
 * after what was typed is drawn.
 */
export function usePieceIssues(rules: () => FormRules): readonly number[] | null {
  const { control, getValues } = useFormContext<RmaValues>();
  const items = useDeferredValue(useWatch({ control, name: 'items' }));
  const [judge, setJudge] = useState<typeof Issues | null>(null);
  useEffect(() => {
    void loadChunk(() => import('../form-issues.ts')).then(({ issuesOf }) => setJudge(() => issuesOf));
  }, []);
  if (judge === null) return null;
  const issues = judge({ ...getValues(), items }, rules());
  return items.map((_, index) => issues.filter(({ path }) => path.startsWith(`items.${index}.`)).length);
}
