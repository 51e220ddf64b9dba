import { Search } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Kbd } from '@atelier/ui/controls/menu.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { takeKeys } from '../../lib/page/typed-ahead.ts';
import type { useWalk } from '../../shared/pick-list/use-walk.ts';
import { GROUPS, type Group } from './entry.ts';
import type { FoundEntries } from './use-entries.ts';

interface PaletteHeadProps {
  text: string;
  /** A scanned code that may be a badge, masked. */
  hidden: string | undefined;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  walk: ReturnType<typeof useWalk>;
  found: FoundEntries;
  group: Group | null;
  onGroup: (group: Group | null) => void;
}

/** The box itself, and what it found by kind. */
export function PaletteHead({
  text,
  hidden,
  onType,
  onKeyDown,
  walk,
  found,
  group,
  onGroup,
}: PaletteHeadProps) {
  const { t } = useTranslation('palette');
  const format = useStaffFormat();
  const input = useRef<HTMLInputElement>(null);
  const isSheet = text === '?';
  const takeAhead = () => {
    const ahead = takeKeys();
    if (ahead !== '') onType(text + ahead);
  };
  return (
    <>
      <div className="palette-box row gap-12">
        <Search aria-hidden />
        <input
          ref={input}
          onFocus={takeAhead}
          value={text}
          maxLength={100}
          placeholder={hidden ?? t('placeholder')}
          aria-label={t('title')}
          role="combobox"
          aria-expanded={walk.isOpen}
          aria-controls={walk.id}
          aria-activedescendant={walk.activeId}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          data-testid="palette-input"
        />
        <span className="small muted nowrap" role="status" data-testid="palette-count">
          {found.words !== '' &&
            !isSheet &&
            t('found', { count: found.entries.length, total: format.number(found.entries.length) })}
        </span>
        <Kbd>Esc</Kbd>
      </div>
      <div className="palette-groups row gap-6" role="group" aria-label={t('groups')} hidden={isSheet}>
        {[null, ...GROUPS].map((each) => (
          <GroupChip
            key={each}
            group={each}
            count={found.entries.filter((entry) => each === null || entry.group === each).length}
            isOn={each === group}
            onChoose={() => {
              onGroup(each);
              input.current?.focus();
            }}
          />
        ))}
        <span className="push">
          <Kbd>Tab</Kbd>
        </span>
      </div>
    </>
  );
}

interface GroupChipProps {
  group: Group | null;
  count: number;
  isOn: boolean;
  onChoose: () => void;
}

function GroupChip({ group, count, isOn, onChoose }: GroupChipProps) {
  const { t } = useTranslation('palette');
  const { number } = useStaffFormat();
  if (count === 0 && !isOn) return null;
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={isOn}
      tabIndex={-1}
      onClick={onChoose}
      data-testid={`palette-group-${group ?? 'all'}`}
    >
      {t(`group.${group ?? 'all'}`)}
      <span className="chip-count num">{number(count)}</span>
    </button>
  );
}
