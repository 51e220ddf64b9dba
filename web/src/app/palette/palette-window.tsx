import { readPieceCode } from '@atelier/domain/repair/item/item-number.ts';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useScansInWindow } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { closePalette, findScanned, type OpenedPalette } from '../../lib/page/palette-state.ts';
import { useWalk } from '../../shared/pick-list/use-walk.ts';
import { groupAfter, shownOf, type Entry, type Group } from './entry.ts';
import { KeysList } from '../../shared/keys/keys-list.tsx';
import { PaletteFoot } from './palette-foot.tsx';
import { PaletteHead } from './palette-head.tsx';
import { PaletteList } from './palette-list.tsx';
import { PalettePreview } from './palette-preview.tsx';
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
  const text = opened.isScanned ? (readPieceCode(opened.text) ?? opened.text) : typed;
  const type = (next: string) => {
    if (opened.isScanned) findScanned('');
    setTyped(next);
  };
  const found = useEntries(text, { onKeys: () => type('?'), onPast });
  const shown = shownOf(found.entries, group);
  const run = (entry: Entry) => {
    if (entry.key !== 'keys') closePalette();
    entry.run?.();
    if (entry.to !== undefined) void navigate(entry.to);
  };
  const walk = useWalk({ rows: shown, question: `${text}\n${group}`, keyOf: ({ key }) => key, open: run });
  useScansInWindow(findScanned);
  useScannedEntry(opened, found, run);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return walk.onKeyDown(event);
    event.preventDefault();
    return setGroup(groupAfter(group, found.entries, event.shiftKey ? -1 : 1));
  };
  const marked = shown[walk.active];
  return (
    <Dialog open transient onClose={closePalette} title={t('palette:title')} size={1000} testId="palette">
      <div className="palette">
        <PaletteHead
          text={text}
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
