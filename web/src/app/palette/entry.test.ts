import { describe, expect, it } from 'vitest';
import { entryOfKeys, groupAfter, holds, shownOf, wantedBy, type Entry } from './entry.ts';

const entry = (key: string, group: Entry['group']): Entry => ({ key, group, title: key, icon: null });
const entries = [entry('screen', 'screens'), entry('piece', 'pieces'), entry('client', 'clients')];

describe('the search box', () => {
  it('lists clients before pieces and screens, whatever came first', () => {
    expect(shownOf(entries, null).map(({ key }) => key)).toEqual(['client', 'piece', 'screen']);
    expect(shownOf(entries, 'pieces').map(({ key }) => key)).toEqual(['piece']);
  });

  it('goes round through the groups that hold something', () => {
    const round = [groupAfter(null, entries, 1), groupAfter('clients', entries, 1)];
    expect(round).toEqual(['clients', 'pieces']);
    expect(groupAfter('screens', entries, 1)).toBeNull();
    expect(groupAfter(null, entries, -1)).toBe('screens');
    // What was chosen may be gone with the next letter.
    expect(groupAfter('people', entries, 1)).toBe('clients');
  });

  it('takes what follows ">" for the words of an action', () => {
    expect(wantedBy(' > dark ')).toEqual({ words: 'dark', onlyActions: true });
    expect(wantedBy('fournier')).toEqual({ words: 'fournier', onlyActions: false });
  });

  it('does an action by Alt and its letter, whatever the keyboard writes then', () => {
    const call: Entry = { ...entry('call', 'actions'), shortcut: 'palette.call' };
    const sheet: Entry = { ...entry('keys', 'actions'), shortcut: 'everywhere.keys' };
    expect(entryOfKeys([sheet, call], { altKey: true, code: 'KeyL' })).toBe(call);
    expect(entryOfKeys([sheet, call], { altKey: false, code: 'KeyL' })).toBeUndefined();
    expect(entryOfKeys([sheet], { altKey: true, code: 'KeyP' })).toBeUndefined();
  });

  it('finds words in any order, without regard to case and accents', () => {
    expect(holds('Préparer un colis', 'COLIS prepar')).toBe(true);
    expect(holds('Préparer un colis', 'colis vide')).toBe(false);
    expect(holds('Dashboard', '')).toBe(true);
  });
});
