// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { NoConnection } from '@atelier/ui/chunks/no-connection.ts';
import { ScreenBoundary } from './screen-boundary.tsx';

function Broken(): never {
  throw new Error('secret internals');
}

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { errors: {}, common: {} } } });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function NotLoaded(): never {
  throw new NoConnection('a part of the application');
}

describe('a screen that cannot be loaded', () => {
  it('says that the connection is missing, not that it broke', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    render(
      <ScreenBoundary place="/a">
        <NotLoaded />
      </ScreenBoundary>,
    );
    expect(screen.getByTestId('no-connection').textContent).toContain('kind.network');
    expect(screen.queryByTestId('route-error')).toBeNull();
  });
});

describe('a broken screen', () => {
  it('says so without internals, and gives way to the next address', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const view = render(
      <ScreenBoundary place="/a">
        <Broken />
      </ScreenBoundary>,
    );
    expect(screen.getByTestId('route-error').textContent).not.toContain('secret');
    view.rerender(
      <ScreenBoundary place="/b">
        <p>fine</p>
      </ScreenBoundary>,
    );
    expect(screen.getByText('fine')).toBeTruthy();
  });
});
