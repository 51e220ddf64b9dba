import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '@atelier/ui/class-names.ts';
import { Kbd } from '@atelier/ui/controls/menu.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { Shortcut } from '../../shared/keys/shortcut.tsx';
import type { useWalk } from '../../shared/pick-list/use-walk.ts';
import { GROUPS, type Entry } from './entry.ts';
import { Highlight } from './highlight.tsx';

interface PaletteListProps {
  entries: readonly Entry[];
  words: string;
  /** A scanned code that may be a badge, masked. */
  hidden: string | undefined;
  isPending: boolean;
  walk: ReturnType<typeof useWalk>;
  onRun: (entry: Entry) => void;
}

/** The lines under their headings; the box above has the keyboard. */
export function PaletteList({ entries, words, hidden, isPending, walk, onRun }: PaletteListProps) {
  const { t } = useTranslation('palette');
  if (entries.length === 0 && isPending)
    return (
      <div className="palette-list palette-none">
        <Skeleton rows={5} height={44} gap={10} />
      </div>
    );
  if (entries.length === 0)
    return (
      <div className="palette-list palette-none" data-testid="palette-none">
        <p className="strong">
          {hidden === undefined ? t('none', { words }) : t('codeNone', { code: hidden })}
        </p>
        <p className="muted">{t('noneBody')}</p>
      </div>
    );
  return (
    <div className="palette-list" role="listbox" id={walk.id} aria-label={t('title')}>
      {GROUPS.map((group) => {
        const own = entries.filter((entry) => entry.group === group);
        if (own.length === 0) return null;
        return (
          <div key={group} role="group" aria-labelledby={`${walk.id}-${group}`}>
            <div className="palette-heading" id={`${walk.id}-${group}`}>
              {t(`group.${group}`)}
            </div>
            {own.map((entry) => (
              <PaletteLine
                key={entry.key}
                entry={entry}
                words={words}
                walk={walk}
                at={entries.indexOf(entry)}
                onRun={onRun}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

interface PaletteLineProps {
  entry: Entry;
  words: string;
  walk: ReturnType<typeof useWalk>;
  at: number;
  onRun: (entry: Entry) => void;
}

function PaletteLine({ entry, words, walk, at, onRun }: PaletteLineProps) {
  const isOn = at === walk.active;
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOn) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isOn]);
  return (
    <button
      ref={ref}
      type="button"
      id={`${walk.id}-${entry.key}`}
      role="option"
      aria-selected={isOn}
      tabIndex={-1}
      className={classNames('palette-entry row gap-12 text-start', isOn && 'on')}
      onMouseMove={() => walk.point(at)}
      onClick={() => onRun(entry)}
      data-entry={entry.key}
    >
      <span className="palette-icon grid centred">{entry.icon}</span>
      <span className="shrinks grows">
        <bdi className="strong clip palette-title">
          <Highlight text={entry.title} words={words} />
        </bdi>
        {entry.note !== undefined && (
          <bdi className="small muted clip palette-note">
            <Highlight text={entry.note} words={words} />
          </bdi>
        )}
      </span>
      {entry.tag}
      {entry.shortcut !== undefined && <Shortcut of={entry.shortcut} />}
      {isOn && <Kbd>Enter</Kbd>}
    </button>
  );
}
