import { describe, expect, it } from 'vitest';
import { clientView, isUnnamed } from './client-view.ts';

const blank = { customer_id: null, firstname: '', lastname: ' ', email: '', phone: '' };
const asked = { asked: null, isRefused: false, customerId: null, isUnnamed: true } as const;

describe('the client of a deposit', () => {
  it('is searched for at first', () => {
    expect(isUnnamed(blank)).toBe(true);
    expect(clientView(asked)).toBe('search');
  });

  it('is a card once chosen, of the register or of an earlier deposit', () => {
    expect(clientView({ ...asked, customerId: 7, isUnnamed: false })).toBe('card');
    expect(clientView({ ...asked, asked: 'card', isUnnamed: false })).toBe('card');
  });

  it('is a form for a new client, for a change, and for a draft that was typed in', () => {
    expect(clientView({ ...asked, asked: 'form' })).toBe('form');
    expect(clientView({ ...asked, asked: 'form', customerId: 7, isUnnamed: false })).toBe('form');
    expect(isUnnamed({ ...blank, email: 'a@b.test' })).toBe(false);
    expect(clientView({ ...asked, isUnnamed: false })).toBe('form');
  });

  it('is a form where a refused field stands on no card', () => {
    expect(clientView({ ...asked, customerId: 7, isUnnamed: false, isRefused: true })).toBe('form');
  });
});
