// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useWedge } from './use-wedge.ts';

afterEach(cleanup);

it('reads a code that comes between the drawing of a screen and its painting', () => {
  const scans: string[] = [];
  render(<Bench onScan={(code) => scans.push(code)} />);
  expect(scans).toEqual(['PAR-000123']);
});

/** Drawn, the bench is scanned at before the browser paints it. */
function Bench({ onScan }: { onScan: (code: string) => void }) {
  useWedge({ onScan });
  useLayoutEffect(() => scan('PAR-000123'), []);
  return null;
}

function scan(code: string): void {
  for (const [index, key] of [...code, 'Enter'].entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: 1_000 + index * 6 });
    document.body.dispatchEvent(event);
  }
}
