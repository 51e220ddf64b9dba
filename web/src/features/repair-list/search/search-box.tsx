import { Search } from 'lucide-react';
import type { Ref } from 'react';
import { classNames } from '@atelier/ui/class-names.ts';
import type { useWalk } from '../../../shared/pick-list/use-walk.ts';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  maxLength: number;
  typed: string;
  onType: (typed: string) => void;
  walk: ReturnType<typeof useWalk>;
  small?: boolean;
  ref?: Ref<HTMLInputElement>;
  testId: string;
}

/** One box over everything; the lines below it are walked from here. */
export function SearchBox({ label, typed, onType, walk, small = false, testId, ...input }: SearchBoxProps) {
  return (
    <div className={classNames('search-box', small && 'small-box')}>
      <Search size={small ? 18 : 22} aria-hidden />
      <input
        {...input}
        type="search"
        role="combobox"
        aria-label={label}
        aria-expanded={walk.isOpen}
        aria-controls={walk.id}
        aria-activedescendant={walk.activeId}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={walk.onKeyDown}
        data-testid={testId}
      />
    </div>
  );
}
