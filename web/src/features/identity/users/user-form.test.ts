import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import {
  NEW_USER,
  changedBody,
  createBody,
  issuesOf,
  isOtherPlace,
  userIssues,
  type UserValues,
} from './user-form.ts';
import { shortRole, sitesFor, type SiteView } from '../queries.ts';

const nina: UserValues = {
  email: ' nina@demo.test ',
  name: 'Nina Novak',
  last_name: 'Novak',
  user_type: 'shop',
  site_id: '2',
  roles: ['#INTRANET::FRONT_shop'],
  door: 'sso',
  password: '',
};
const withPassword = (password: string): UserValues => ({ ...nina, door: 'password', password });
const refused = (errors: { path: string; code: string }[], code = 'invalid_input') =>
  new ApiError('refused', { status: 400, code, errors: errors.map((each) => ({ ...each, message: '' })) });

describe('the form of an account', () => {
  it('asks for everything but a password, where the person comes by single sign-on', () => {
    expect(userIssues({ ...NEW_USER, door: 'sso' })).toEqual({
      email: 'email',
      name: 'required',
      last_name: 'required',
      site_id: 'invalid_site',
      roles: 'role_required',
    });
    expect(userIssues(nina)).toEqual({});
  });

  it('takes a password of twelve signs, not of eleven', () => {
    expect(userIssues(withPassword('eleven sign'))).toEqual({ password: 'password' });
    expect(userIssues(withPassword('twelve signs'))).toEqual({});
  });

  it('needs no site for an administrator', () => {
    expect(userIssues({ ...nina, user_type: 'admin', site_id: '' })).toEqual({});
  });

  it('sends only what was changed, and knows when that ends the sessions', () => {
    expect(changedBody(nina, nina)).toEqual({});
    const renamed = { ...nina, name: 'Nina N.' };
    expect(changedBody(nina, renamed)).toEqual({ name: 'Nina N.' });
    expect(isOtherPlace(nina, renamed)).toBe(false);
    const moved = { ...nina, site_id: '3' };
    expect(changedBody(nina, moved)).toEqual({ site_id: 3 });
    expect(isOtherPlace(nina, moved)).toBe(true);
    expect(createBody(nina)).toMatchObject({ email: 'nina@demo.test' });
    expect(createBody(nina)).not.toHaveProperty('password');
    expect(createBody(withPassword('twelve signs'))).toHaveProperty('password', 'twelve signs');
  });

  it('says a refusal beside the field it is about', () => {
    expect(issuesOf(refused([{ path: 'email', code: 'email_used' }], 'email_used'))).toEqual({
      email: 'email_used',
    });
    expect(issuesOf(refused([{ path: 'roles.2', code: 'too_small' }]))).toEqual({ roles: 'role_required' });
    expect(issuesOf(refused([{ path: 'password', code: 'too_small' }]))).toEqual({ password: 'password' });
    expect(issuesOf(refused([], 'last_manager'))).toEqual({});
  });
});

describe('where an account can stand', () => {
  it('is a shop for a shop’s person, anything else for operation’s, nowhere for administrators', () => {
    const sites = ['shop', 'warehouse', 'factory'].map((kind, id) => ({ id, kind })) as SiteView[];
    const kinds = (type: Parameters<typeof sitesFor>[0]) => sitesFor(type, sites).map(({ kind }) => kind);
    expect(kinds('shop')).toEqual(['shop']);
    expect(kinds('operation')).toEqual(['warehouse', 'factory']);
    expect(kinds('admin')).toEqual([]);
  });

  it('is said with the part of the role’s name that differs', () => {
    expect(shortRole('#INTRANET::FRONT_factory worker')).toBe('factory worker');
    expect(shortRole('night shift')).toBe('night shift');
  });
});
