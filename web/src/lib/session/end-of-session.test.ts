// @vitest-environment jsdom
import type { LoginData } from '@atelier/contracts/identity/schema.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Notice, onNotice } from '@atelier/ui/feedback/notify.ts';
import { connectNavigation, leavingTo, logOut, sessionEnded } from './end-of-session.ts';
import { beginSession, currentSession } from './session-store.ts';

import i18next from 'i18next';

const login: LoginData = {
  token: 't',
  user: { id: 1, user_type: 'shop', name: 'A', email: 'a@b.test' },
  roles: [],
  allPermission: [],
  userinfo: { data: [{ navcode: 'N', last_name: 'L', country_code: 'FR' }] },
  site: null,
  worker: null,
  expires_at: '2026-01-01T00:00:00Z',
};

const went: string[] = [];
let told: Notice[] = [];
let stop: () => void = () => undefined;

beforeEach(async () => {
  went.length = 0;
  told = [];
  stop = onNotice((notice) => told.push(notice));
  connectNavigation((path) => went.push(path));
  history.replaceState(null, '', '/listRma?status=3');
  localStorage.setItem('atelier.language', 'fr');
  await beginSession(login, 'old');
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('499', () => {
  it('takes the credentials at once, says so once, and signs out after half a second', async () => {
    sessionEnded('rights changed');
    sessionEnded('rights changed');
    expect(currentSession()?.token).toBe('');
    expect(told).toHaveLength(1);
    expect(told[0]?.detail).toBe('rights changed');
    await vi.advanceTimersByTimeAsync(499);
    expect(went).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(went).toEqual(['/login?backups=true&redirect=%2FlistRma%3Fstatus%3D3']);
    expect(currentSession()).toBeNull();
  });

  it('says beside the specified sentence that site or permissions were changed', async () => {
    const texts = vi.spyOn(i18next, 't').mockImplementation((...[key]) => String(key));
    sessionEnded('Token Expire Please login Again', 'session_rights_changed');
    expect(told[0]).toMatchObject({ title: 'errors:tokenExpired', detail: 'errors:rightsChanged' });
    texts.mockRestore();
    await vi.advanceTimersByTimeAsync(500);
  });

  it('goes to an own redirect_uri after two seconds, and to no other', async () => {
    history.replaceState(null, '', '/listRma?redirect_uri=%2Fdashboard');
    sessionEnded('');
    await vi.advanceTimersByTimeAsync(1999);
    expect(went).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(went).toEqual(['/dashboard']);
    // Behind the guard that is the sign-in, which comes back to it.
    expect(leavingTo()).toBe('/login?backups=true&redirect=%2Fdashboard');

    await beginSession(login, 'old');
    history.replaceState(null, '', '/listRma?redirect_uri=%2F%2Fevil.test');
    sessionEnded('');
    await vi.advanceTimersByTimeAsync(500);
    expect(went[1]).toMatch(/^\/login\?backups=true/);
  });

  it('does not sign out an account that has signed in again before the half second is over', async () => {
    sessionEnded('');
    await beginSession({ ...login, token: 'next' }, 'old');
    await vi.advanceTimersByTimeAsync(2000);
    expect(currentSession()?.token).toBe('next');
    expect(went).toEqual([]);
  });

  it('shows no notice during a logout by hand', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    const out = logOut();
    sessionEnded('');
    await vi.advanceTimersByTimeAsync(1600);
    await out;
    expect(told).toEqual([]);
    expect(went).toEqual(['/login?backups=true']);
    await beginSession(login, 'old');
    sessionEnded('');
    expect(told).toHaveLength(1);
  });

  it('does not repeat the words it says itself', () => {
    sessionEnded('Token Expire Please login Again');
    expect(told[0]?.detail).toBeUndefined();
  });
});

describe('a session', () => {
  it('keeps four fields locally and leaves only the language behind', async () => {
    expect(localStorage.getItem('navcode')).toBe('N');
    expect(localStorage.getItem('usertype')).toBe('shop');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    const out = logOut();
    await vi.advanceTimersByTimeAsync(1600);
    await out;
    expect(went).toEqual(['/login?backups=true']);
    expect(leavingTo()).toBe('/login?backups=true');
    const left = ['last_name', 'navcode', 'usertype', 'country_code'].filter(
      (field) => localStorage.getItem(field) !== null,
    );
    expect(left).toEqual([]);
    expect(localStorage.getItem('atelier.language')).toBe('fr');
  });

  it('goes to the plain sign-in after single sign-on', async () => {
    await beginSession(login, 'sso');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    const out = logOut();
    await vi.advanceTimersByTimeAsync(1600);
    await out;
    expect(went).toEqual(['/login']);
    await beginSession(login, 'old');
    expect(leavingTo()).toBeNull();
  });
});
