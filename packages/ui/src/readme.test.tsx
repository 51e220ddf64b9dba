// @vitest-environment jsdom
import { readFile, rm, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, expect, it } from 'vitest';

const packageFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(packageFolder, '.tmp');
afterEach(async () => {
  cleanup();
  await rm(folder, { recursive: true, force: true });
});

it('the example of the README draws a list that grows', async () => {
  const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
  const [, example = ''] = /```tsx\n(.*?)```/s.exec(readme) ?? [];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'guests.tsx'), example);

  const { Guests } = (await import(join(folder, 'guests.tsx'))) as { Guests: ComponentType };
  render(<Guests />);
  expect(screen.queryByText('No guests yet')).not.toBeNull();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ada' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByRole('listitem').textContent).toBe('Ada');
});
