// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { oneOf, readId, textUpTo, useFilters } from './use-filters.ts';

afterEach(cleanup);

const readers = { search: textUpTo(5), role: readId, active: oneOf(['true', 'false']) };

const at = (address: string) =>
  renderHook(() => ({ filters: useFilters(readers), search: useLocation().search }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
    ),
  }).result;

describe('the filters of a list', () => {
  it('are read from the address as they were written', () => {
    const { filters } = at('/?search=mei&role=3&active=false&page=2').current;
    expect(filters.values).toEqual({ search: 'mei', role: '3', active: 'false' });
    expect(filters.page).toBe(2);
    expect(filters.isFiltered).toBe(true);
  });

  it('ignore invalid values', () => {
    const { filters } = at("/?search=too+long+a+name&role=1'+or+1&active=maybe&page=-1").current;
    expect(filters.values).toEqual({ search: 'too l', role: '', active: '' });
    expect(filters.page).toBe(1);
  });

  it('go back to the first page when one of them changes, and leave what is not theirs', () => {
    const result = at('/?role=3&page=4&user=7');
    act(() => result.current.filters.change({ search: 'mei', role: '' }));
    expect(result.current.search).toBe('?user=7&search=mei');
  });

  it('leave the address when they are cleared', () => {
    const result = at('/?role=3&active=true&page=4&user=7');
    act(() => result.current.filters.clear());
    expect(result.current.search).toBe('?user=7');
    expect(result.current.filters.isFiltered).toBe(false);
  });

  it('keep the page out of the address while it is the first', () => {
    const result = at('/?role=3');
    act(() => result.current.filters.turnTo(3));
    expect(result.current.search).toBe('?role=3&page=3');
    act(() => result.current.filters.turnTo(1));
    expect(result.current.search).toBe('?role=3');
  });
});

describe('the last filters of a named list', () => {
  afterEach(() => sessionStorage.clear());
  const open = (address: string, list?: string) =>
    renderHook(() => ({ filters: useFilters(readers, list), search: useLocation().search }), {
      wrapper: ({ children }: { children: ReactNode }) => (
        <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
      ),
    });

  it('come back without the words of its search', () => {
    const first = open('/?search=mei&role=3&page=2', 'workers');
    first.unmount();
    const { result } = open('/?user=7', 'workers');
    expect(result.current.search).toBe('?user=7&role=3');
    expect(open('/', 'users').result.current.search).toBe('');
    expect(open('/').result.current.search).toBe('');
  });

  it('are what was chosen last, also nothing', () => {
    const { result, unmount } = open('/?role=3', 'workers');
    act(() => result.current.filters.clear());
    unmount();
    expect(open('/', 'workers').result.current.search).toBe('');
  });

  it('give way to an address that names its own', () => {
    open('/?role=3', 'workers').unmount();
    expect(open('/?active=true', 'workers').result.current.search).toBe('?active=true');
  });
});
