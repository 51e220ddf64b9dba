import { readPieceCode } from '@atelier/domain/repair/item/item-number.ts';
import { maskBarcode } from '@atelier/domain/workforce/worker.ts';
import type { WorkerView } from '@atelier/contracts/workforce/schema.ts';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useScansInWindow } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { closePalette, findScanned, type OpenedPalette } from '../../lib/page/palette-state.ts';
import { useWalk } from '../../shared/pick-list/use-walk.ts';
import { entryOfKeys, groupAfter, shownOf, type Entry, type Group } from './entry.ts';
import { KeysList } from '../../shared/keys/keys-list.tsx';
import { PaletteFoot } from './palette-foot.tsx';
import { PaletteHead } from './palette-head.tsx';
import { PaletteList } from './palette-list.tsx';
import { PalettePreview } from './palette-preview.tsx';
import { mayBeBadge, pathOfWorker, useScannedBadge } from './use-badge.tsx';
import { useEntries } from './use-entries.ts';
import { useScannedEntry } from './use-scanned-entry.ts';
import './palette.css';

interface PaletteWindowProps {
  opened: OpenedPalette;
  onPast: () => void;
}

/** Pieces, packages, clients, people, screens and what can be done, in one box (product/screens.md §8). */
export function PaletteWindow({ opened, onPast }: PaletteWindowProps) {
  const { t } = useTranslation(['palette', 'shell', 'status', 'piece', 'terms']);
  const navigate = useNavigate();
  const [typed, setTyped] = useState(opened.text);
  const [group, setGroup] = useState<Group | null>(null);
  const holder = useScannedBadge(opened);
  const text = opened.isScanned ? codeOf(opened, holder) : typed;
  const type = (next: string) => {
    if (opened.isScanned) findScanned('');
    setTyped(next);
  };
  const go = (path: string) => {
    closePalette();
    void navigate(path);
  };
  const found = useEntries(text, { onKeys: () => type('?'), onPast, onGo: go });
  const hidden =
    opened.isScanned && mayBeBadge(opened.text) && found.entries.length === 0
      ? maskBarcode(opened.text)
      : undefined;
  const shown = shownOf(found.entries, group);
  const run = (entry: Entry) => {
    if (entry.key !== 'keys') closePalette();
    entry.run?.();
    if (entry.to !== undefined) void navigate(entry.to);
  };
  const walk = useWalk({ rows: shown, question: `${text}\n${group}`, keyOf: ({ key }) => key, open: run });
  useScansInWindow(findScanned);
  useScannedEntry({ opened, found, holder, run, go: (worker) => go(pathOfWorker(worker)) });
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = entryOfKeys(shown, { altKey: event.altKey, code: event.code });
    if (pressed !== undefined) {
      event.preventDefault();
      return run(pressed);
    }
    if (event.key !== 'Tab') return walk.onKeyDown(event);
    event.preventDefault();
    return setGroup(groupAfter(group, found.entries, event.shiftKey ? -1 : 1));
  };
  const marked = shown[walk.active];
  return (
    <Dialog open transient onClose={closePalette} title={t('palette:title')} size={1000} testId="palette">
      <div className="palette">
        <PaletteHead
          text={hidden === undefined ? text : ''}
          hidden={hidden}
          onType={type}
          onKeyDown={onKeyDown}
          walk={walk}
          found={found}
          group={group}
          onGroup={setGroup}
        />
        {text === '?' ? (
          <KeysList />
        ) : (
          <div className="palette-body">
            <PaletteList
              entries={shown}
              words={found.words}
              hidden={hidden}
              isPending={found.isPending}
              walk={walk}
              onRun={run}
            />
            {marked?.about !== undefined && <PalettePreview key={marked.key} about={marked.about} />}
          </div>
        )}
        <PaletteFoot />
      </div>
    </Dialog>
  );
}

/** Only when the code is no badge in view does it go on to the searches, whose addresses hold it. */
const codeOf = ({ text }: OpenedPalette, holder: WorkerView | null | undefined): string =>
  holder === null ? (readPieceCode(text) ?? text) : '';
