import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import errors from '@atelier/contracts/locales/en/errors.json' with { type: 'json' };
import refusals from '@atelier/contracts/locales/en/refusals.json' with { type: 'json' };
import { ApiError } from './api-error.ts';
import { errorLine, errorWords } from './notice-error.ts';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { errors, refusals } } }));

const refused = (status: number, message = 'server words', code = 'some_code') =>
  new ApiError('refused', { status, code, message });

describe('what is said of a failed call', () => {
  it.each([
    [401, 'Unauthorized 401'],
    [403, 'Forbidden 403'],
    [500, 'Server Error happen please retry later'],
  ])('%i has its fixed words and the server’s', (status, title) => {
    expect(errorWords(refused(status))).toEqual({ title, detail: 'server words' });
    expect(errorLine(refused(status))).toBe(`${title} – server words`);
    expect(errorLine(refused(status, ''))).toBe(title);
  });

  it('does not say the fixed words twice', () => {
    const title = 'Server Error happen please retry later';
    expect(errorLine(refused(500, title))).toBe(title);
    expect(errorWords(refused(500, title))).toEqual({ title, detail: undefined });
  });

  it.each([
    [404, 'Not found'],
    [409, 'Someone else changed this in the meantime'],
    [413, 'Too large to send'],
    [429, 'Too many requests'],
    [503, 'The server is busy'],
  ])('%i has a plain notice of its own, which says that what was typed is kept', (status, title) => {
    const words = errorWords(refused(status));
    expect(words.title).toBe(title);
    expect(words.detail).toContain('What you entered is still here.');
    expect(errorLine(refused(status))).toBe(title);
  });

  it('a file that is not the recorded one is not a conflict with another account', () => {
    const title = refusals.file_altered;
    expect(errorWords(refused(409, '', 'file_altered'))).toEqual({ title, detail: undefined });
  });

  it('a lost network and a time-out keep what was typed', () => {
    for (const kind of ['network', 'timeout'] as const)
      expect(errorWords(new ApiError(kind, { status: 0 })).detail).toBe('What you entered is still here.');
    expect(errorLine(new ApiError('timeout', { status: 0 }))).toBe('Timeout');
  });

  it('400 is said by its stable code, and by the server where the code has no words here', () => {
    expect(errorWords(refused(400, 'x', 'login_failed'))).toEqual({
      title: 'The email or password is incorrect.',
      detail: undefined,
    });
    expect(errorWords(refused(400)).detail).toBe('server words');
  });
});
