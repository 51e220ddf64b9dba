// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { aheadPart } from './lazy-part.ts';

const chart = { Chart: ({ name }: { name: string }) => <p>{name}</p> };
const waiting = <p>on its way</p>;

it('a part that was loaded ahead is drawn at once, another one when its chunk is there', async () => {
  const ahead = aheadPart(() => Promise.resolve(chart), 'Chart');
  const drawn = () =>
    render(
      <Suspense fallback={waiting}>
        <ahead.Part name="turnaround" />
      </Suspense>,
    );
  const late = drawn();
  expect(late.container.textContent).toBe('on its way');
  await vi.waitFor(() => expect(late.container.textContent).toBe('turnaround'), { timeout: 20_000 });
  await ahead.load();
  expect(drawn().container.textContent).toBe('turnaround');
});

it('a part that could not be loaded ahead is loaded again when it is drawn', async () => {
  const answers = [() => Promise.reject(new Error('offline')), () => Promise.resolve(chart)];
  const { Part, load } = aheadPart(() => answers.shift()?.() ?? Promise.resolve(chart), 'Chart');
  await load();
  const { container } = render(
    <Suspense fallback={waiting}>
      <Part name="turnaround" />
    </Suspense>,
  );
  await vi.waitFor(() => expect(container.textContent).toBe('turnaround'), { timeout: 20_000 });
});
