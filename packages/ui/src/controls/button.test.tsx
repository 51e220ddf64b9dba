// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

afterEach(cleanup);

describe('a button', () => {
  it('says why it cannot be pressed, stays reachable, and does nothing', () => {
    const press = vi.fn<() => void>();
    render(
      <Button onClick={press} disabledReason="Two pieces have no invoice">
        Send
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Send' });
    fireEvent.click(button);
    expect(press).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.hasAttribute('disabled')).toBe(false);
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Two pieces have no invoice');
  });

  it('is no submit button unless asked to be', () => {
    render(<Button>Go</Button>);
    expect(screen.getByRole('button').getAttribute('type')).toBe('button');
  });

  it('ignores a second press while busy', () => {
    const press = vi.fn<() => void>();
    render(
      <Button onClick={press} busy>
        Save
      </Button>,
    );
    fireEvent.click(screen.getByRole('button'));
    expect(press).not.toHaveBeenCalled();
  });
});
