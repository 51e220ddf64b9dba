import { describe, expect, it } from 'vitest';
import { namedReason } from '@atelier/domain/contract/named-reason.ts';
import { wantedFactory } from './wanted-factory.ts';

const options = [
  { value: 4, label: 'Vicenza' },
  { value: 5, label: 'Vicenza Due' },
];

describe('the factory that a need asks for', () => {
  it('is read back from the reason it was written into', () => {
    for (const option of options)
      expect(wantedFactory(namedReason(option.label, 'pearl: restringing'), options)).toBe(option);
  });

  it('is none where only a reason was given, or a factory that is no longer there', () => {
    expect(wantedFactory('Vicenza has the tools', options)).toBeUndefined();
    expect(wantedFactory(namedReason('Lyon', 'stone'), options)).toBeUndefined();
  });
});
