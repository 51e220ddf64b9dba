// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AuthImage } from './auth-image.tsx';

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
const never = () => new Promise<never>(() => undefined);
vi.stubGlobal('fetch', never);
afterEach(() => {
  cleanup();
  vi.stubGlobal('fetch', never);
});

const ID = 'a'.repeat(64);

it('while it loads, says what it will show', () => {
  render(<AuthImage id={ID} alt="At deposit" />);
  expect(screen.getByRole('img', { name: 'At deposit' }).getAttribute('aria-busy')).toBe('true');
});

it('while it loads inside what names it, says nothing', () => {
  render(<AuthImage id={ID} alt="" />);
  expect(screen.queryByRole('img')).toBeNull();
});

it.each([
  [409, 'file_altered', 'altered'],
  [404, 'not_found', 'missing'],
])('refused with %s %s, says so in its place', async (status, code, why) => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ status, success: false, code, message: '' }, { status }),
  );
  render(<AuthImage id={ID} alt="At deposit" />);
  expect(await screen.findByTestId(`image-${why}`)).toHaveProperty('ariaLabel', `At deposit ${why}`);
});
