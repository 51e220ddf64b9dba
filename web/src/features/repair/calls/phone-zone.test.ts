import { describe, expect, it } from 'vitest';
import { zoneOfPhone } from './phone-zone.ts';

describe('the time where a phone is', () => {
  it('is that of its country, where the country keeps one', () => {
    expect(zoneOfPhone('+33')).toBe('Europe/Paris');
    expect(zoneOfPhone('971')).toBe('Asia/Dubai');
  });

  it('is not guessed where the country keeps several', () => {
    for (const code of ['+1', '+52', '+61', '']) expect(zoneOfPhone(code)).toBeNull();
  });
});
