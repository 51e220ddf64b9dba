import { expect, it } from 'vitest';
import { hsHeading } from './hs-heading.ts';

it('gold and platinum stand under another heading than silver', () => {
  expect(hsHeading('18k yellow gold')).toBe('7113.19');
  expect(hsHeading('platinum')).toBe('7113.19');
  expect(hsHeading('sterling silver')).toBe('7113.11');
});

it('vermeil is silver however much gold its name says', () => {
  expect(hsHeading('gold vermeil')).toBe('7113.11');
});

it('a metal that is not precious, or not known, has none', () => {
  expect(hsHeading('steel')).toBeNull();
  expect(hsHeading('')).toBeNull();
});
