import { isSameCode } from '@atelier/domain/contract/codes.ts';
import type { WorkerView } from '@atelier/contracts/workforce/schema.ts';
import { useEffect, useRef } from 'react';
import type { OpenedPalette } from '../../lib/page/palette-state.ts';
import type { Entry } from './entry.ts';
import type { FoundEntries } from './use-entries.ts';

const OF_CODES = new Set<Entry['group']>(['pieces', 'packages']);

interface Scanned {
  readonly opened: OpenedPalette;
  readonly found: FoundEntries;
  /** Whose badge the code is; undefined while the server is asked. */
  readonly holder: WorkerView | null | undefined;
  readonly run: (entry: Entry) => void;
  readonly go: (worker: WorkerView) => void;
}

/** Opens what a scanned code means as soon as it is found: the worker of a badge, what is called so, or else the only piece or package. */
export function useScannedEntry({ opened, found, holder, run, go }: Scanned): void {
  const done = useRef<OpenedPalette>(null);
  useEffect(() => {
    if (!opened.isScanned || holder === undefined || done.current === opened) return;
    if (holder === null && found.isPending) return;
    done.current = opened;
    const meant = meantBy(opened.text, found.entries);
    if (holder !== null) go(holder);
    else if (meant !== undefined) run(meant);
  });
}

function meantBy(code: string, entries: readonly Entry[]): Entry | undefined {
  const found = entries.filter(({ group }) => OF_CODES.has(group));
  const called = found.find(({ title }) => isSameCode(title, code));
  return called ?? (found.length === 1 ? found[0] : undefined);
}
