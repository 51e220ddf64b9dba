import { describe, expect, it } from 'vitest';
import { loginFault } from './login-fault.ts';

const place = 'db.example:5432/atelier';

describe('the login of an address', () => {
  it.each(['p@ss', 'p/ss', 'p#ss', 'p?ss', '12?3', '100%', 'a%zz', '@', 'p@s/s#1?x=1', 'p@ss@'])(
    'refuses the bare characters of %s without quoting it',
    (password) => {
      const fault = loginFault(`postgres://ann:${password}@${place}`);
      expect(fault).toMatch(/must be percent-encoded/);
      expect(fault).not.toContain('ss@');
    },
  );

  it.each([
    `postgres://${place}`,
    `postgres://ann@${place}`,
    `postgres://ann:secret@${place}`,
    `postgres://ann:p%40ss%2F%23%3F%25@${place}`,
    'postgres://ann:secret@a:5432,b:5432/atelier?target_session_attrs=read-write',
    `postgres://ann:secret@${place}?application_name=a@b`,
    `postgres://${place}?user=ann&application_name=a@b`,
    'postgresql:///atelier?host=/var/run/postgresql',
    'redis://:secret@127.0.0.1:6379/1',
    'redis://127.0.0.1',
    'smtps://ann%40mail.example:secret@mail.example:465',
    'here',
    '',
  ])('takes %s', (address) => {
    expect(loginFault(address)).toBeUndefined();
  });
});
