import { describe, expect, it } from 'vitest';
import { nameWithoutMetal } from './card.tsx';

describe('the name on a card', () => {
  it('leaves out the metal that has a separate line', () => {
    expect(nameWithoutMetal('Aurore ring, 18k yellow gold', '18K yellow gold')).toBe('Aurore ring');
  });

  it('stays whole where the metal is not at its end, not known, or all there is', () => {
    expect(nameWithoutMetal('Gold rush ring', 'gold')).toBe('Gold rush ring');
    expect(nameWithoutMetal('Aurore ring', '')).toBe('Aurore ring');
    expect(nameWithoutMetal('Silver', 'silver')).toBe('Silver');
  });
});
