import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { PieceImage } from '../../shared/item/piece-image.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { openableBy, visibleNav } from './nav.ts';
import { closePalette } from './palette-state.ts';
import { takeKeys } from './typed-ahead.ts';
import { readQuery } from '../../lib/api/read-query.ts';

interface Entry {
  key: string;
  label: ReactNode;
  note?: ReactNode;
  icon: ReactNode;
  to: string;
}

const MOST_HITS = 8;
const FEWEST_LETTERS = 2;

/** Pieces by number, tracking number, customer or phone, and every screen one may open. */
export function PaletteWindow() {
  const { t } = useTranslation(['shell', 'status']);
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const entries = [...usePieces(useDeferredValue(typed.trim())), ...useScreens(typed)];
  const chosen = Math.min(active, Math.max(0, entries.length - 1));
  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    closePalette();
    void navigate(entry.to);
  };
  const takeAhead = () => {
    const ahead = takeKeys();
    setTyped((before) => before + ahead);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive((chosen + 1) % Math.max(1, entries.length));
    else if (event.key === 'ArrowUp') setActive((chosen - 1 + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter') go(entries[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open transient onClose={closePalette} title={t('shell:search')} size={620} testId="palette">
      <div className="palette">
        <div className="palette-box row rounded">
          <Search aria-hidden />
          <input
            onFocus={takeAhead}
            value={typed}
            placeholder={t('shell:searchHint')}
            aria-label={t('shell:search')}
            role="combobox"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={entries.length > 0 ? `${id}${chosen}` : undefined}
            onChange={(event) => {
              setTyped(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
            data-testid="palette-input"
          />
        </div>
        <div className="palette-list grid gap-2 packed" role="listbox" id={id} aria-label={t('shell:search')}>
          {entries.map((entry, index) => (
            <button
              key={entry.key}
              type="button"
              id={`${id}${index}`}
              role="option"
              aria-selected={index === chosen}
              tabIndex={-1}
              className={
                index === chosen
                  ? 'palette-entry row gap-12 rounded text-start on'
                  : 'palette-entry row gap-12 rounded text-start'
              }
              onMouseMove={() => setActive(index)}
              onClick={() => go(entry)}
            >
              {entry.icon}
              <span className="clip">{entry.label}</span>
              {entry.note && <span className="small muted push clip">{entry.note}</span>}
            </button>
          ))}
          {entries.length === 0 && <p className="muted palette-none">{t('shell:searchNone')}</p>}
        </div>
      </div>
    </Dialog>
  );
}

function useScreens(typed: string): Entry[] {
  const { t } = useTranslation(['shell', 'status']);
  const { view } = useSession();
  const words = typed.trim().toLowerCase();
  return visibleNav(openableBy(view))
    .flatMap((group) => group.items)
    .map((item) => ({ item, label: t(item.label) }))
    .filter(({ label }) => label.toLowerCase().includes(words))
    .map(({ item, label }) => ({ key: item.to, label, icon: <item.icon aria-hidden />, to: item.to }));
}

function usePieces(words: string): Entry[] {
  const { t } = useTranslation('status');
  const path = useSession().view.user.user_type === 'shop' ? '/rma' : '/operationrma';
  const { data } = useQuery(
    readQuery(
      ['rma', 'palette', path, words],
      path,
      { q: words, page_size: MOST_HITS },
      {
        timeout: 'general',
        enabled: words.length >= FEWEST_LETTERS,
        placeholderData: (previous) => previous,
      },
    ),
  );
  if (words.length < FEWEST_LETTERS) return [];
  return (data?.data ?? []).map((item) => ({
    key: `item-${item.id}`,
    label: (
      <>
        <bdi className="strong num">{item.number}</bdi>{' '}
        <bdi className="muted">{item.fullname || item.product_name}</bdi>
      </>
    ),
    note: t(`name.${item.rma_status_id}`),
    icon: <PieceImage kind={item.product_kind} size={26} />,
    to: `/readRma?id=${item.rma_id}&item=${item.id}`,
  }));
}
