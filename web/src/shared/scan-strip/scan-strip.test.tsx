// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ScanStrip } from './scan-strip.tsx';

it('comes into sight with every scan, and stays where it is while nothing was scanned', () => {
  const into = vi.fn<() => void>();
  Element.prototype.scrollIntoView = into;
  const idle = { tone: 'idle', text: 'Scan' } as const;
  const { rerender } = render(<ScanStrip note={idle} />);
  expect(into).not.toHaveBeenCalled();
  const said = { tone: 'error', text: 'not here' } as const;
  rerender(<ScanStrip note={said} />);
  rerender(<ScanStrip note={said} />);
  expect(into).toHaveBeenCalledTimes(1);
  rerender(<ScanStrip note={{ ...said }} />);
  expect(into).toHaveBeenCalledTimes(2);
});
