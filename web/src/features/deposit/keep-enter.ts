import type { KeyboardEvent } from 'react';

/** A scanner types Enter after its code: inside a field it never submits (product/screens.md §4). */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
