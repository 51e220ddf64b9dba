// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AuthImage } from './auth-image.tsx';

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
vi.stubGlobal('fetch', () => new Promise<never>(() => undefined));
afterEach(cleanup);

const ID = 'a'.repeat(64);

it('while it loads, says what it will show', () => {
  render(<AuthImage id={ID} alt="At deposit" />);
  expect(screen.getByRole('img', { name: 'At deposit' }).getAttribute('aria-busy')).toBe('true');
});

it('while it loads inside what names it, says nothing', () => {
  render(<AuthImage id={ID} alt="" />);
  expect(screen.queryByRole('img')).toBeNull();
});
