import { isSameCode } from '@atelier/domain/contract/codes.ts';
import { useEffect, useRef } from 'react';
import type { OpenedPalette } from '../../lib/page/palette-state.ts';
import type { Entry } from './entry.ts';
import type { FoundEntries } from './use-entries.ts';

const OF_CODES = new Set<Entry['group']>(['pieces', 'packages']);

/** Opens what a scanned code means as soon as it is found: what is called so, or else the only piece or package. */
export function useScannedEntry(
  opened: OpenedPalette,
  found: FoundEntries,
  run: (entry: Entry) => void,
): void {
  const done = useRef<OpenedPalette>(null);
  useEffect(() => {
    if (!opened.isScanned || found.isPending || done.current === opened) return;
    done.current = opened;
    const [first, ...others] = found.entries.filter(({ group }) => OF_CODES.has(group));
    const called = found.entries.find(
      ({ group, title }) => OF_CODES.has(group) && isSameCode(title, opened.text),
    );
    const meant = called ?? (others.length === 0 ? first : undefined);
    if (meant !== undefined) run(meant);
  });
}
