import { CUSTOMER_SEARCH_LENGTH, SEARCH_LIMIT } from '@atelier/domain/reference/contract.ts';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { useFocusWhenNowhere } from '@atelier/ui/windows/use-focus-when-nowhere.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useTyped } from '../use-typed.ts';

export interface SearchBox {
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  /** What is asked, once the typist pauses. */
  readonly keyword: string;
}

export function useSearchBox(): SearchBox {
  const [typed, setTyped] = useState('');
  const keyword = useTyped(useDeferredValue(typed.trim()));
  return { typed, setTyped, keyword };
}

/** Whether an answer was cut off at the most there may be. */
export const isCutOff = (found: readonly unknown[] | undefined): boolean =>
  (found?.length ?? 0) >= SEARCH_LIMIT;

export interface SearchHit {
  readonly key: string;
  readonly words: ReactNode;
  readonly choose: () => void;
  /** Of another kind than the box looks for first. */
  readonly testId?: string;
}

export interface RecordSearchProps {
  label: string;
  hint: string;
  box: SearchBox;
  /** undefined before the response. */
  hits: readonly SearchHit[] | undefined;
  /** More were found than are shown. */
  isPartial: boolean;
  /** The search ran out of time before it had looked everywhere. */
  isUnfinished: boolean;
  isError: boolean;
  /** The screen's first field: it has the focus when the screen opens. */
  isFirst?: boolean;
  testId: string;
}

/** Arrows walk the hits, Escape closes them, and the box above is one step further up. */
function walk(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  if (event.key === 'Escape') return close();
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  event.preventDefault();
  stops[at + step]?.focus();
}

/** A box to search in and what it found beneath: customers, orders. */
export function RecordSearch({ label, hint, box, isFirst = false, testId, ...answer }: RecordSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useFocusWhenNowhere(input, isFirst);
  const { typed, setTyped, keyword } = box;
  const [isLeft, setLeft] = useState(false);
  const isOpen = !isLeft && keyword.length >= 2 && typed.trim().length >= 2;
  const close = () => {
    setTyped('');
    input.current?.focus();
  };
  return (
    // The arrows belong to the box and its list together.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="record-search"
      onKeyDown={(event) => walk(event, close)}
      onFocus={() => setLeft(false)}
      // Moving the focus elsewhere closes the list: it must not cover the form.
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setLeft(true)}
    >
      <TextField
        ref={input}
        label={label}
        hint={hint}
        type="search"
        value={typed}
        autoComplete="off"
        maxLength={CUSTOMER_SEARCH_LENGTH.most}
        onChange={(event) => setTyped(event.target.value)}
        testId={testId}
      />
      {isOpen && (
        <div className="record-hits" data-testid={`${testId}-hits`}>
          <ul>
            {(answer.hits ?? []).map(({ key, words, choose, testId: own = testId }) => (
              <li key={`${own}-${key}`}>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    choose();
                  }}
                  data-testid={`${own}-hit-${key}`}
                >
                  {words}
                </button>
              </li>
            ))}
          </ul>
          <SearchNotes {...answer} testId={testId} />
        </div>
      )}
    </div>
  );
}

type SearchNotesProps = Omit<RecordSearchProps, 'label' | 'hint' | 'box' | 'isFirst'>;

function SearchNotes({ hits, isPartial, isUnfinished, isError, testId }: SearchNotesProps) {
  const { t } = useTranslation('deposit');
  const format = useStaffFormat();
  return (
    <>
      <p className="small muted" role="status">
        {hits?.length === 0 && (
          <span className="row">
            <Search size={14} aria-hidden /> {t('search.none')}
          </span>
        )}
        {isPartial && (
          <span className="row" data-testid={`${testId}-partial`}>
            {t('search.partial', { most: format.number(SEARCH_LIMIT) })}
          </span>
        )}
        {isUnfinished && (
          <span className="row" data-testid={`${testId}-unfinished`}>
            {t('search.unfinished')}
          </span>
        )}
      </p>
      {isError && <p className="field-error">{t('search.failed')}</p>}
    </>
  );
}
